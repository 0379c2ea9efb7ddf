import { ownDirection, withOwnDirections } from "./own-direction";

const isolated = (text: string) => `\u2068${text}\u2069`;

describe("a text inside a sentence", () => {
  test.each(["דנה", "سارة (2)", "Dana דנה", "\u{1e900}"])("is isolated: %s", (name) => {
    expect(ownDirection(name)).toBe(isolated(name));
  });

  test.each(["", "Dana (2)", "Ωμέγα", "東京", "👩🏽‍🦰", isolated("דנה")])(
    "stays as it is: %s",
    (name) => {
      expect(ownDirection(name)).toBe(name);
    },
  );
});

test("words isolate what they insert, at any depth", () => {
  const words = withOwnDirections({
    plain: "Your name",
    list: ["One"],
    inner: {
      by: (name: string, count: number) => `by ${name}, ${count}`,
      deep: (name: string) => ({ text: `Hello ${name}`, next: (other: string) => `and ${other}` }),
    },
  });
  expect(words).toMatchObject({ plain: "Your name", list: ["One"] });
  expect(words.inner.by("דנה", 2)).toBe(`by ${isolated("דנה")}, 2`);
  expect(words.inner.by("Dana", 2)).toBe("by Dana, 2");
  expect(words.inner.deep("דנה").text).toBe(`Hello ${isolated("דנה")}`);
  expect(words.inner.deep("x").next("דנה")).toBe(`and ${isolated("דנה")}`);
});
