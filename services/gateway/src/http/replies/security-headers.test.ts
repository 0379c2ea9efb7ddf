import { frameAncestors } from "./security-headers";

describe("sites that may frame a poll's pages", () => {
  test("without allowed_hosts, every site", () => {
    expect(frameAncestors([], "polls.example")).toBe("frame-ancestors *");
  });

  test("with allowed_hosts, these and our own", () => {
    expect(frameAncestors(["vote.example.org", "*.example.com"], "polls.example")).toBe(
      "frame-ancestors 'self' https://polls.example:* http://polls.example:* https://vote.example.org:* http://vote.example.org:* https://*.example.com:* http://*.example.com:*",
    );
  });

  test("a host never adds to the policy", () => {
    expect(frameAncestors(["a.example; script-src *"], "polls.example")).not.toContain(
      "script-src",
    );
  });
});
