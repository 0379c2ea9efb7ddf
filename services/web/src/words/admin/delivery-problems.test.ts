import { de } from "./de";
import { en } from "./en";

test.each([
  ["English", en, "the connection was refused", "the connection was refused"],
  ["German", de, "the connection was refused", "die Verbindung wurde abgelehnt"],
  ["German, from a newer service", de, "the moon is away", "the moon is away"],
])("problems of deliveries are told in %s", (_, { webhooks }, sentence, told) => {
  expect(webhooks.problem(sentence)).toBe(told);
});
