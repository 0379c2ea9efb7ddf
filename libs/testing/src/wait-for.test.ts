import { waitFor } from "./wait-for";

test("a true condition resolves immediately", async () => {
  const begin = performance.now();
  await expect(waitFor(() => 42, { what: "a number" })).resolves.toBe(42);
  expect(performance.now() - begin).toBeLessThan(1_000);
});

test("the result is the first truthy value", async () => {
  const answers = [0, "", undefined, null, false, "at last"];
  await expect(waitFor(() => answers.shift(), { what: "words", everyMs: 1 })).resolves.toBe(
    "at last",
  );
});

test("at the deadline the error contains the condition", async () => {
  await expect(
    waitFor(() => false, { deadlineMs: 30, what: "the mail", everyMs: 5 }),
  ).rejects.toThrow("the mail: not within 30 ms");
});

test("an error of the condition counts as false, and becomes the cause of the timeout error", async () => {
  const cause = new Error("connection refused");
  await expect(
    waitFor(() => Promise.reject(cause), { deadlineMs: 10, what: "an answer", everyMs: 2 }),
  ).rejects.toMatchObject({ message: "an answer: not within 10 ms", cause });
});

test("a condition is checked once even if the deadline is 0", async () => {
  await expect(waitFor(() => true, { deadlineMs: 0, what: "now" })).resolves.toBe(true);
});
