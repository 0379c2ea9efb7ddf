import { leadsToDraft } from "./draft-path";

test.each([
  ["/polls/new#choice-0a1b", true],
  ["/polls/new#choice", false],
  ["/polls/new", false],
  ["/p/abc#choice-0a1b", false],
  [null, false],
  [undefined, false],
])("%s leads to a draft: %s", (path, is) => {
  expect(leadsToDraft(path)).toBe(is);
});
