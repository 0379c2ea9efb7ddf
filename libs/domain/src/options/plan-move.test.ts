// Covers docs/reference/options.md: position

import fc from "fast-check";
import { planInsert, planMove } from "./plan-move";

describe("positions are 1 to n after any insert or move", () => {
  const shifted = (position: number, { shift }: ReturnType<typeof planMove>) =>
    shift && position >= shift.from && position <= shift.to ? position + shift.by : position;
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

  test("planInsert shifts the siblings behind the new option", () => {
    fc.assert(
      fc.property(
        fc.nat(20),
        fc.option(fc.integer({ min: 1, max: 30 }), { nil: undefined }),
        (count, wanted) => {
          const plan = planInsert(count, wanted);
          const after = [...upTo(count).map((one) => shifted(one, plan)), plan.position];
          expect(after.sort((a, b) => a - b)).toEqual(upTo(count + 1));
          expect(plan.position).toBe(Math.min(wanted ?? count + 1, count + 1));
        },
      ),
    );
  });

  test("planMove shifts the siblings between both positions", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.nat(19),
        fc.integer({ min: 1, max: 30 }),
        (count, at, wanted) => {
          const current = (at % count) + 1;
          const plan = planMove(count, current, wanted);
          const others = upTo(count)
            .filter((one) => one !== current)
            .map((one) => shifted(one, plan));
          expect([...others, plan.position].sort((a, b) => a - b)).toEqual(upTo(count));
          expect(others).toEqual([...others].sort((a, b) => a - b));
          expect(shifted(current, plan)).toBe(current);
          expect(plan.position).toBe(Math.min(wanted, count));
        },
      ),
    );
  });
});
