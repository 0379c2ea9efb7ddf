import type { Comment } from "@polls/client";
import { withUpdates } from "./with-updates";

const comment = (id: string, more: Partial<Comment> = {}): Comment => ({
  id,
  content: id,
  user_name: "Ada",
  created_at: "2030-01-01T00:00:00.000Z",
  parent_comment_id: null,
  hidden: false,
  approval_state: "approved",
  own: false,
  ...more,
});
const idle = { isWriting: false, hasMore: false };
const [one, two, three] = [comment("one"), comment("two"), comment("three")];

test("an unchanged list stays the same array", () => {
  const shown = [one, two];
  expect(withUpdates(shown, [comment("one"), comment("two")], idle)).toBe(shown);
});

test.each<[string, readonly Comment[], readonly Comment[], Partial<typeof idle>, string[]]>([
  ["new comments appear", [one], [one, two], {}, ["one", "two"]],
  ["deleted comments disappear", [one, two], [two], {}, ["two"]],
  ["they stay while the visitor writes", [one, two], [two], { isWriting: true }, ["two", "one"]],
  [
    "an own comment of a page that is not shown stays",
    [one, comment("mine", { own: true })],
    [one, three],
    { hasMore: true },
    ["one", "three", "mine"],
  ],
  ["a comment of others does not", [one, two], [one, three], { hasMore: true }, ["one", "three"]],
])("%s", (_case, shown, read, state, expected) => {
  expect(withUpdates(shown, read, { ...idle, ...state }).map(({ id }) => id)).toEqual(expected);
});

test("changed texts replace the texts before", () => {
  const [first] = withUpdates([one], [comment("one", { content: "other" })], idle);
  expect(first?.content).toBe("other");
});
