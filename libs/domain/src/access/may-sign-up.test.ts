// Covers docs/reference/accounts.md: sign-up

import { maySignUp, type SignUp } from "./may-sign-up";

const domains = ["example.org", "müller.de"];

test.each<[SignUp["mode"], string, "invited" | "not invited", boolean]>([
  ["open", "ada@other.example", "not invited", true],
  ["domains", "ada@example.org", "not invited", true],
  ["domains", "Ada@EXAMPLE.org", "not invited", true],
  ["domains", "info@müller.de", "not invited", true],
  ["domains", "ada@other.example", "not invited", false],
  ["domains", "ada@sub.example.org", "not invited", false],
  ["domains", "ada@badexample.org", "not invited", false],
  ["domains", '"x@example.org"@other.example', "not invited", false],
  ["domains", "ada@other.example", "invited", true],
  ["invitation", "ada@example.org", "not invited", false],
  ["invitation", "ada@example.org", "invited", true],
  ["closed", "ada@example.org", "invited", false],
])("with %s, %s that is %s may sign up: %s", (mode, address, invited, expected) => {
  expect(maySignUp({ mode, domains }, address, invited === "invited")).toBe(expected);
});
