// Covers docs/reference/access.md: poll-password
// Covers docs/reliability.md: poll-passwords

import { hashPollPassword, matchesPollPassword, passwordColumn } from "./poll-passwords";

describe("the stored hash of a poll's password", () => {
  const hashed = hashPollPassword("correct horse");

  test("has the salt and key of scrypt, never the password", async () => {
    expect(await hashed).toMatch(/^scrypt\$[\w-]{22}\$[\w-]{43}$/);
    expect(await hashPollPassword("correct horse")).not.toBe(await hashed);
  });

  test.each([
    ["the right password is accepted", "correct horse", true],
    ["another password is refused", "correct horses", false],
    ["another letter case is refused", "Correct horse", false],
    ["an empty password is refused", "", false],
  ])("%s", async (_case, password, opens) => {
    expect(await matchesPollPassword(password, await hashed)).toBe(opens);
  });

  test("two Unicode forms of one character are the same password", async () => {
    const stored = await hashPollPassword("Caf\u00e9");
    expect(await matchesPollPassword("Cafe\u0301", stored)).toBe(true);
  });

  test("if it is damaged, checking throws an error instead of refusing the password", async () => {
    await expect(matchesPollPassword("x", "scrypt$only")).rejects.toThrow("no key");
  });

  test("a password that was not hashed before the transaction throws, and is not stored as absent", () => {
    expect(() => passwordColumn("sesame", undefined)).toThrow("not hashed");
    expect(passwordColumn("sesame", "scrypt$x$y")).toBe("scrypt$x$y");
    expect([passwordColumn(null, undefined), passwordColumn(undefined, undefined)]).toEqual([
      null,
      undefined,
    ]);
  });
});
