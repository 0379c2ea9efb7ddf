import { hashPollPassword, matchesPollPassword, passwordColumn } from "./poll-password";

describe("the record of a poll's password", () => {
  const hashed = hashPollPassword("correct horse");

  test("salt and key of scrypt are stored, never the password", async () => {
    expect(await hashed).toMatch(/^scrypt\$[\w-]{22}\$[\w-]{43}$/);
    expect(await hashPollPassword("correct horse")).not.toBe(await hashed);
  });

  test.each([
    ["the password opens the poll", "correct horse", true],
    ["another does not", "correct horses", false],
    ["nor does another case", "Correct horse", false],
    ["nor none", "", false],
  ])("%s", async (_case, password, opens) => {
    expect(await matchesPollPassword(password, await hashed)).toBe(opens);
  });

  test("two spellings of one character are one password", async () => {
    const stored = await hashPollPassword("Caf\u00e9");
    expect(await matchesPollPassword("Cafe\u0301", stored)).toBe(true);
  });

  test("a damaged record is a defect, not a wrong password", async () => {
    await expect(matchesPollPassword("x", "scrypt$only")).rejects.toThrow("no key");
  });

  test("a password that was not hashed before the transaction is not stored as none", () => {
    expect(() => passwordColumn("sesame", undefined)).toThrow("not hashed");
    expect(passwordColumn("sesame", "scrypt$x$y")).toBe("scrypt$x$y");
    expect([passwordColumn(null, undefined), passwordColumn(undefined, undefined)]).toEqual([
      null,
      undefined,
    ]);
  });
});
