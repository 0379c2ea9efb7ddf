// Covers docs/reference/opt-in.md: addresses
// Covers docs/reliability.md: mail-abuse

import { domainOf, foldAddress, mailboxOf } from "./fold-address";

test.each([
  ["Ada@Example.ORG", "ada@example.org"],
  ["ada@example.org", "ada@example.org"],
  ["ADA+polls@example.org", "ada+polls@example.org"],
  ["ada@BÜCHER.example", "ada@xn--bcher-kva.example"],
  ["ada@xn--bcher-kva.example", "ada@xn--bcher-kva.example"],
  ["JOSE\u0301@example.org", "jos\u00e9@example.org"],
])("%s is compared as %s", (address, folded) => {
  expect(foldAddress(address)).toBe(folded);
  expect(domainOf(address)).toBe(folded.split("@")[1]);
});

test("dots and tags of the local part are kept, because only the mail server knows their meaning", () => {
  expect(foldAddress("a.da@example.org")).not.toBe(foldAddress("ada@example.org"));
});

test.each([
  ["Ada+polls@Example.org", "ada@example.org"],
  ["ada+a+b@example.org", "ada@example.org"],
  ["a.da@example.org", "a.da@example.org"],
  ["+ada@example.org", "+ada@example.org"],
  ["ada@example.org", "ada@example.org"],
])("%s counts for the mailbox %s", (address, mailbox) => {
  expect(mailboxOf(address)).toBe(mailbox);
});
