import { within } from "./within";

const never = new Promise<never>(() => undefined);

test("returns the result of work that ends in time", async () => {
  expect(await within(10_000, Promise.resolve("done"), () => "late")).toBe("done");
});

test("rejects with the error of the work", async () => {
  const work = Promise.reject(new Error("broken"));
  await expect(within(10_000, work, () => "late")).rejects.toThrow("broken");
});

test("calls `late` at the timeout and returns its result or error", async () => {
  expect(await within(1, never, () => "late")).toBe("late");
  const late = () => {
    throw new Error("no answer");
  };
  await expect(within(1, never, late)).rejects.toThrow("no answer");
});
