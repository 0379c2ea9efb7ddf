import { isSealedWith, seal, unseal } from "./seal";

test("a sealed text opens if its key is among the given keys, and does not contain the text", () => {
  const sealed = seal("old", "whsec_secret", "webhook 1");
  expect(unseal(["new", "old"], sealed, "webhook 1")).toBe("whsec_secret");
  expect(Buffer.from(sealed).toString("latin1")).not.toContain("secret");
  expect([isSealedWith("old", sealed), isSealedWith("new", sealed)]).toEqual([true, false]);
});

test("equal texts are sealed differently", () => {
  expect(seal("key", "text", "row")).not.toEqual(seal("key", "text", "row"));
});

test("a sealed text does not open with other keys, in another row, or with any changed byte", () => {
  const sealed = seal("key", "text", "row 1");
  expect(() => unseal(["another", "third"], sealed, "row 1")).toThrow("no secret of APP_SECRET");
  expect(() => unseal(["key"], sealed, "row 2")).toThrow();
  for (let at = 0; at < sealed.length; at++) {
    const changed = Uint8Array.from(sealed, (byte, index) => (index === at ? byte ^ 1 : byte));
    expect(() => unseal(["key"], changed, "row 1")).toThrow();
  }
});
