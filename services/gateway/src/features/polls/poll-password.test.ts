import { createPollPasswords } from "./poll-password";

describe("poll passwords", () => {
  const hashed = createPollPasswords().hash("correct horse");

  test("salt and key of scrypt are stored, never the password", async () => {
    expect(await hashed).toMatch(/^scrypt\$[\w-]{22}\$[\w-]{43}$/);
    expect(await createPollPasswords().hash("correct horse")).not.toBe(await hashed);
  });

  test.each([
    ["the password opens the poll", "correct horse", true],
    ["another does not", "correct horses", false],
    ["nor does another case", "Correct horse", false],
    ["nor none", "", false],
  ])("%s", async (_case, password, opens) => {
    expect(await createPollPasswords().check(password, await hashed)).toBe(opens);
  });

  test("two spellings of one character are one password", async () => {
    const passwords = createPollPasswords();
    expect(await passwords.check("Cafe\u0301", await passwords.hash("Caf\u00e9"))).toBe(true);
  });

  test("a right password is remembered for a minute, a wrong one never", async () => {
    let now = 0;
    const passwords = createPollPasswords(() => now);
    const stored = await hashed;
    const took = async (password: string): Promise<boolean> => {
      let turns = 0;
      let done = false;
      const counting = (async () => {
        // What is remembered answers in a few turns of microtasks; a hash leaves them.
        while (!done && turns < 100) {
          turns++;
          await Promise.resolve();
        }
      })();
      await passwords.check(password, stored);
      done = true;
      await counting;
      return turns >= 100;
    };
    expect(await took("correct horse")).toBe(true);
    expect(await took("correct horse")).toBe(false);
    now = 59_999;
    expect(await took("correct horse")).toBe(false);
    now = 60_000;
    expect(await took("correct horse")).toBe(true);
    expect(await took("wrong")).toBe(true);
    expect(await took("wrong")).toBe(true);
  });

  test("many guesses at once are all answered", async () => {
    const passwords = createPollPasswords();
    const stored = await hashed;
    const guesses = ["a", "b", "correct horse", "c", "d"];
    expect(await Promise.all(guesses.map((guess) => passwords.check(guess, stored)))).toEqual([
      false,
      false,
      true,
      false,
      false,
    ]);
  });

  test("a damaged record is a defect, not a wrong password", async () => {
    await expect(createPollPasswords().check("x", "scrypt$only")).rejects.toThrow("no key");
  });
});
