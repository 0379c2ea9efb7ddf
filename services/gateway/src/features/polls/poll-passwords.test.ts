// Covers docs/reference/access.md: password-budgets
// Covers docs/reliability.md: poll-passwords

import { createRateLimiter, type OpenRateLimiter } from "../../http/limits/rate-limiter";
import { Problem } from "../../http/replies/problem";
import { createPollPasswords, type Guess } from "./poll-passwords";

const limits = {
  passwordFailures: 3,
  passwordFailuresOfClient: 5,
  passwordFailuresOfPoll: 8,
  passwordsSet: 4,
  passwordsSetOfPoll: 2,
};

/** The passwords of a gateway, with a check that the test ends. */
function fixture(overrides: Partial<typeof limits> = {}) {
  let now = 1_000_000;
  const rateLimiter: OpenRateLimiter = createRateLimiter({ clock: () => now });
  let hold: Promise<void> = Promise.resolve();
  let release = () => {};
  const checked: string[] = [];
  const passwords = createPollPasswords({
    limits: { ...limits, ...overrides },
    rateLimiter,
    clock: () => now,
    matches: async (password) => {
      checked.push(password);
      await hold;
      return password === "sesame";
    },
  });
  const guess = (password: string, of: Partial<Guess> = {}) =>
    passwords
      .check({ password, passwordHash: "record", pollId: 1n, network: "192.0.2.1", ...of })
      .then(
        (right) => (right ? "right" : "wrong"),
        (error: { readonly code: string }) => error.code,
      );
  return {
    passwords,
    guess,
    checked,
    holdChecks: () => {
      hold = new Promise((resolve) => {
        release = resolve;
      });
    },
    releaseChecks: () => release(),
    wait: (ms: number) => {
      now += ms;
    },
  };
}

const tally = (codes: readonly string[]) => {
  const counts: Record<string, number> = {};
  for (const code of codes) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
};

describe("a proof", () => {
  test("saves further checks, until it was not used for five minutes", async () => {
    const { guess, checked, wait } = fixture();
    for (let minute = 0; minute < 12; minute++) {
      expect(await guess("sesame")).toBe("right");
      wait(60_000);
    }
    expect(checked).toHaveLength(1);
    wait(4 * 60_000);
    expect(await guess("sesame")).toBe("right");
    expect(checked).toHaveLength(2);
  });

  test("is only valid for its hash: a new password of the poll is checked again", async () => {
    const { guess, checked } = fixture();
    await guess("sesame");
    await guess("sesame", { passwordHash: "new record" });
    expect(checked).toHaveLength(2);
  });

  test("is never stored for a wrong password", async () => {
    const { guess, checked } = fixture();
    expect([await guess("x"), await guess("x")]).toEqual(["wrong", "wrong"]);
    expect(checked).toHaveLength(2);
  });

  test("is not revealed to a client whose budget is used up", async () => {
    const { guess } = fixture();
    expect(await guess("sesame", { network: "198.51.100.7" })).toBe("right");
    for (const wrong of ["a", "b", "c"]) await guess(wrong);
    expect(await guess("sesame")).toBe("too_many_password_failures");
    expect(await guess("sesame", { network: "198.51.100.7" })).toBe("right");
  });
});

describe("concurrent checks", () => {
  test("with the same password share one hash computation, from any client", async () => {
    const { guess, checked, holdChecks, releaseChecks } = fixture();
    holdChecks();
    const guesses = Array.from({ length: 200 }, (_, n) =>
      guess("sesame", { network: `192.0.2.${n}` }),
    );
    releaseChecks();
    expect(tally(await Promise.all(guesses))).toEqual({ right: 200 });
    expect(checked).toHaveLength(1);
  });

  test("by one client in one poll are limited by its budget", async () => {
    const { guess, checked, holdChecks, releaseChecks } = fixture();
    holdChecks();
    const guesses = ["a", "b", "c", "d", "e"].map((password) => guess(password));
    releaseChecks();
    expect(tally(await Promise.all(guesses))).toEqual({ wrong: 3, too_many_password_failures: 2 });
    expect(checked).toHaveLength(3);
  });

  test("by one client in all polls are limited by its budget", async () => {
    const { guess } = fixture();
    const guesses = Array.from({ length: 9 }, (_, n) =>
      guess("x", { pollId: BigInt(n), passwordHash: `record ${n}` }),
    );
    expect(tally(await Promise.all(guesses))).toEqual({ wrong: 5, too_many_password_failures: 4 });
  });

  test("in one poll are limited by its budget, and a proof is still accepted", async () => {
    const { guess, checked } = fixture();
    await guess("sesame");
    const guesses = Array.from({ length: 20 }, (_, n) => guess(`x${n}`, { network: `net ${n}` }));
    expect(tally(await Promise.all(guesses))).toEqual({ wrong: 8, too_many_password_failures: 12 });
    expect(checked).toHaveLength(9);
    expect(await guess("sesame", { network: "another" })).toBe("right");
  });

  test("get 503 if too many wait, and count as wrong ones", async () => {
    const { guess, holdChecks, releaseChecks } = fixture({
      passwordFailures: 1_000,
      passwordFailuresOfClient: 20,
      passwordFailuresOfPoll: 1_000,
    });
    holdChecks();
    const guesses = Array.from({ length: 20 }, (_, n) => guess(`x${n}`));
    releaseChecks();
    const counts = tally(await Promise.all(guesses));
    expect(counts.unavailable).toBeGreaterThan(0);
    expect((counts.unavailable ?? 0) + (counts.wrong ?? 0)).toBe(20);
    expect(await guess("sesame")).toBe("too_many_password_failures");
  });
});

test("a check that gets 503 is no wrong password of the poll", async () => {
  const checksOfPoll = 20;
  const { guess, holdChecks, releaseChecks } = fixture({
    passwordFailures: 1_000,
    passwordFailuresOfClient: 1_000,
    passwordFailuresOfPoll: checksOfPoll,
  });
  holdChecks();
  const guesses = Array.from({ length: checksOfPoll }, (_, n) => guess(`x${n}`));
  releaseChecks();
  const { unavailable = 0, wrong = 0 } = tally(await Promise.all(guesses));
  expect(unavailable).toBeGreaterThan(0);
  for (let left = checksOfPoll - wrong; left > 0; left--) {
    expect(await guess(`y${left}`)).toBe("wrong");
  }
  expect(await guess("z")).toBe("too_many_password_failures");
});

describe("setting passwords", () => {
  const set = ({ passwords }: ReturnType<typeof fixture>, accountId: bigint, pollId?: bigint) =>
    passwords.hash({ password: "sesame", accountId, pollId }).then(
      () => "set",
      (error: { readonly code: string }) => error.code,
    );

  test("is limited by a budget per account and per poll", async () => {
    const one = fixture();
    const ofPoll = await Promise.all([1, 2, 3].map(() => set(one, 1n, 7n)));
    expect(tally(ofPoll)).toEqual({ set: 2, too_many_passwords: 1 });
    const ofAccount = await Promise.all([1, 2, 3].map(() => set(one, 1n)));
    expect(tally(ofAccount)).toEqual({ set: 2, too_many_passwords: 1 });
    expect(await set(one, 2n)).toBe("set");
  });

  test("is not delayed by waiting checks", async () => {
    const one = fixture({
      passwordFailures: 100,
      passwordFailuresOfClient: 100,
      passwordFailuresOfPoll: 100,
    });
    one.holdChecks();
    const guesses = Array.from({ length: 40 }, (_, n) =>
      one.guess(`x${n}`, { network: `net ${n % 8}` }),
    );
    expect(await set(one, 1n)).toBe("set");
    one.releaseChecks();
    expect(tally(await Promise.all(guesses)).unavailable).toBeGreaterThan(0);
  });
});

test("a refusal has the time after which to retry", async () => {
  const { passwords } = fixture({ passwordsSet: 100 });
  const sets = Array.from({ length: 20 }, () =>
    passwords.hash({ password: "x", accountId: 1n, pollId: undefined }).catch((error) => error),
  );
  const refused = (await Promise.all(sets)).find((one) => one instanceof Problem) as Problem;
  expect([refused.status, refused.headers]).toEqual([503, { "Retry-After": "2" }]);
});
