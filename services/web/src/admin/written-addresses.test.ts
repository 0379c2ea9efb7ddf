import { UnprocessableError } from "@polls/client";
import { refusedAddresses, writtenAddresses } from "./written-addresses";

test.each([
  ["a@example.org\n\n b@example.org \n", ["a@example.org", "b@example.org"]],
  ["Claire <claire@example.org>", ["claire@example.org"]],
  ['"Moss, Ben" <ben@example.org>; c@example.org,', ["ben@example.org", "c@example.org"]],
  ["a@example.org, a@example.org", ["a@example.org"]],
  ["Moss, Ben <ben@example.org>", ["Moss", "ben@example.org"]],
  ["claire", ["claire"]],
])("%j has the addresses %j", (text, addresses) => {
  expect(writtenAddresses(text)).toEqual(addresses);
});

test("a refusal names each address that it is about", () => {
  const errors = { "invitations.0.email": ["is wrong"], "invitations.2.email": ["is wrong"] };
  const body = { error: "refused", code: "invalid" as const, errors };
  const refusal = new UnprocessableError(422, body, new Headers());
  expect(refusedAddresses(refusal, ["a", "b", "c"])).toEqual(["a", "c"]);
  const other = new UnprocessableError(422, { errors: { base: ["no"] } }, new Headers());
  expect(refusedAddresses(other, ["a"])).toEqual([]);
});
