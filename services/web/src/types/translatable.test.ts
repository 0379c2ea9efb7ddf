import { textAt, textsOfOption, withText } from "./translatable";

test("textsOfOption has each text that is there, and each choice", () => {
  const settings = { allowed_values: ["Red", "Blue"] } as never;
  expect(textsOfOption({ content: "Color", subtitle: "", settings })).toEqual([
    { path: ["content"], text: "Color" },
    { path: ["value_labels", "Red"], text: "Red" },
    { path: ["value_labels", "Blue"], text: "Blue" },
  ]);
});

test.each<[string, readonly string[], string, object]>([
  ["a text replaces the earlier one", ["title"], "Neu", { title: "Neu", labels: { a: "A" } }],
  ["an empty text removes it", ["title"], "", { labels: { a: "A" } }],
  ["the last text of an object removes the object", ["labels", "a"], "", { title: "Alt" }],
  [
    "objects on the way are made",
    ["fields", "1", "title"],
    "x",
    { title: "Alt", labels: { a: "A" }, fields: { 1: { title: "x" } } },
  ],
])("withText: %s", (_case, path, text, expected) => {
  const after = withText({ title: "Alt", labels: { a: "A" } }, path, text);
  expect(after).toEqual(expected);
  expect(textAt(after, path)).toBe(text === "" ? undefined : text);
});

test.each([["constructor"], ["title", "length"], ["labels"]])(
  "textAt finds no text at %j",
  (...path) => {
    expect(textAt({ title: "Alt", labels: {} }, path)).toBeUndefined();
  },
);
