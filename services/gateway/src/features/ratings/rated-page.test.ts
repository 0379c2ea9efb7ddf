import fc from "fast-check";
import { mergedPage } from "./rated-page";

const compare = (one: number, other: number) => one - other;

describe("mergedPage", () => {
  test("returns pages that equal the slices of the whole sorted list", () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 40 });
    fc.assert(
      fc.property(
        numbers,
        fc.integer({ min: 2, max: 5 }),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 0, max: 45 }),
        (all, every, limit, offset) => {
          const few = all.filter((_, index) => index % every === 0);
          const ordered = all.filter((_, index) => index % every !== 0).sort(compare);
          const whole = [...all].sort(compare);
          expect(mergedPage(ordered, few, compare, { limit, offset })).toEqual(
            whole.slice(offset, offset + limit),
          );
        },
      ),
    );
  });
});
