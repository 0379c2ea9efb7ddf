import { waitFor } from "./wait-for";

test("a condition that holds is not waited for", async () => {
  const begin = performance.now();
  await expect(waitFor(() => 42, { what: "a number" })).resolves.toBe(42);
  expect(performance.now() - begin).toBeLessThan(1_000);
});

test("the answer is the first one that is truthy", async () => {
  const answers = [0, "", undefined, null, false, "at last"];
  await expect(waitFor(() => answers.shift(), { what: "words", everyMs: 1 })).resolves.toBe(
    "at last",
  );
});

test("at the deadline the failure says what was waited for", async () => {
  await expect(
    waitFor(() => false, { deadlineMs: 30, what: "the mail", everyMs: 5 }),
  ).rejects.toThrow("the mail: not within 30 ms");
});

test("an error of the question counts as a no, and is the cause in the end", async () => {
  const cause = new Error("connection refused");
  await expect(
    waitFor(() => Promise.reject(cause), { deadlineMs: 10, what: "an answer", everyMs: 2 }),
  ).rejects.toMatchObject({ message: "an answer: not within 10 ms", cause });
});

test("a question is asked even when there is no time", async () => {
  await expect(waitFor(() => true, { deadlineMs: 0, what: "now" })).resolves.toBe(true);
});
