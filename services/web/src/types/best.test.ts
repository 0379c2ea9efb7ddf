// Covers docs/reference/pages.md: results-on-pages, dates-on-pages

import { bestIn } from "./best";

const options: (Parameters<typeof bestIn>[0][number] & { readonly yes: number })[] = [
  { id: "soup", best_rating: true, yes: 1 },
  { id: "rice", best_rating: true, yes: 0 },
  { id: "cake", best_rating: false, yes: 1 },
  { id: "corn", yes: 2 },
];

test("options on the first rank with a yes are the best, also before options with more of them", () => {
  expect([...bestIn(options, ({ yes }) => yes > 0)]).toEqual(["soup"]);
  expect([...bestIn(options, () => true)]).toEqual(["soup", "rice"]);
});

test("a date that was called off is not recommended", () => {
  const [soup, ...others] = options;
  expect([...bestIn([{ ...soup, id: "soup", called_off: true }, ...others], () => true)]).toEqual([
    "rice",
  ]);
});

test("nothing is the best where everything is", () => {
  expect(bestIn(options.slice(0, 2), () => true).size).toBe(0);
});
