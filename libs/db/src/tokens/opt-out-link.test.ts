import { addressKey } from "./address-key";
import { optOutPath, readOptOut } from "./opt-out-link";

const key = "k".repeat(43);
const optOut = { pollId: 17n, addressKey: addressKey(key, "opted out", "Ada@Example.org") };
const partsOf = (path: string) => {
  const [, , poll = "", address = "", token = ""] = path.split("/");
  return { poll, address, token };
};

test("a link can be parsed, and does not contain the address", () => {
  const path = optOutPath(key, optOut);
  expect(readOptOut([key], partsOf(path))).toEqual(optOut);
  expect(path).not.toMatch(/ada|example/i);
  expect(addressKey(key, "opted out", "ada@EXAMPLE.org")).toEqual(optOut.addressKey);
  expect(addressKey(key, "opted out", "ada+tag@example.org")).toEqual(optOut.addressKey);
  expect(addressKey(key, "invited", "ada@example.org")).not.toEqual(optOut.addressKey);
});

test("a changed link is not accepted", () => {
  const path = optOutPath(key, optOut);
  expect(readOptOut(["other"], partsOf(path))).toBeUndefined();
  for (let at = "/opt-out/".length; at < path.length; at += 1) {
    const changed = `${path.slice(0, at)}${path[at] === "A" ? "B" : "A"}${path.slice(at + 1)}`;
    expect(readOptOut([key], partsOf(changed))).toBeUndefined();
  }
  expect(readOptOut([key], {})).toBeUndefined();
});
