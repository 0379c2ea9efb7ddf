import { findingOfDrift } from "./diagnostics";

test.each([
  [0, "ok"],
  [1, "failed"],
])("%i wrong counts are %s", (drift, state) => {
  expect(findingOfDrift(drift).state).toBe(state);
});
