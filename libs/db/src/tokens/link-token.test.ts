// Covers docs/reference/mails.md: links
// Covers docs/reliability.md: opt-in-links

import { isLinkToken, linkDigest, linkToken, newLink } from "./link-token";

const address = "ada@example.org";

describe("a link", () => {
  const { nonce, digest } = newLink("key", "opt_in", address);
  const link = { purpose: "opt_in", nonce, address } as const;
  const token = linkToken("key", link);

  test("key, nonce and address reproduce the digest", () => {
    expect(isLinkToken(token)).toBe(true);
    expect(linkDigest(token)).toEqual(digest);
  });

  test.each([
    ["another key", linkToken("other", link)],
    ["another purpose", linkToken("key", { ...link, purpose: "sign_in" })],
    ["another address", linkToken("key", { ...link, address: "eve@example.org" })],
    [
      "another nonce",
      linkToken("key", { ...link, nonce: newLink("key", "opt_in", address).nonce }),
    ],
  ])("%s results in another token", (_what, other) => {
    expect(other).not.toBe(token);
  });

  test("any changed character results in another digest", () => {
    for (let at = 0; at < token.length; at++) {
      const changed = `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
      expect(linkDigest(changed)).not.toEqual(digest);
    }
  });

  test.each(["", "short", `${token}A`, token.replace(/.$/, "="), `${token.slice(1)}/`])(
    "%p is no token",
    (text) => {
      expect(isLinkToken(text)).toBe(false);
    },
  );
});
