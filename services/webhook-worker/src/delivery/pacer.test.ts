import { createPacer } from "./pacer";

const at = (ms: number) => new Date(1_000_000 + ms);

test("the deliveries of one second are sent at once, and the next ones at the configured rate", () => {
  const pacer = createPacer(10);
  const waits = Array.from({ length: 14 }, () => pacer.take("a", at(0)));
  expect(waits).toEqual([...Array(11).fill(0), 100, 200, 300]);
  expect(pacer.take("b", at(0))).toBe(0);
  expect(pacer.take("a", at(350))).toBe(50);
  expect(pacer.take("a", at(60_000))).toBe(0);
});

test("a busy key is kept when idle keys are removed", () => {
  const pacer = createPacer(1);
  for (let n = 0; n < 5; n++) pacer.take("busy", at(0));
  for (let n = 0; n < 20_000; n++) pacer.take(`key ${n}`, at(n / 20));
  expect(pacer.take("busy", at(1_000))).toBe(3_000);
});
