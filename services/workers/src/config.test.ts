import { workersOf } from "./config";

// The variable is described in docs/operations.md#a-small-machine.

const namesOf = (env: Record<string, string>) => workersOf(env).map(({ name }) => name);

test.each([
  [{}, ["media-worker", "mail-worker", "payment-worker", "webhook-worker"]],
  [{ WORKERS: "" }, ["media-worker", "mail-worker", "payment-worker", "webhook-worker"]],
  [{ WORKERS: "webhook, mail,mail" }, ["webhook-worker", "mail-worker"]],
])("%j runs %j", (env, expected) => {
  expect(namesOf(env)).toEqual(expected);
});

test.each(["gateway", "mail,,media", "mail;media", "toString"])("WORKERS=%s is refused", (list) => {
  expect(() => namesOf({ WORKERS: list })).toThrow(
    "WORKERS must be a list of media, mail, payment, webhook",
  );
});
