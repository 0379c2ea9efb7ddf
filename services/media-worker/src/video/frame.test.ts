import { liveliness } from "./frame";

const frame = (of: (at: number) => number) => Uint8Array.from({ length: 1_024 }, (_, at) => of(at));

it("prefers a frame with something on it to a black, white or grey one", () => {
  const lively = liveliness(frame((at) => (at * 37) % 256));
  for (const dull of [
    frame(() => 0),
    frame(() => 255),
    frame(() => 120),
    frame((at) => at % 12),
    new Uint8Array(),
  ]) {
    expect(liveliness(dull)).toBeLessThan(lively / 5);
  }
});

it("a black frame with a few bright letters is still black", () => {
  expect(liveliness(frame((at) => (at % 50 === 0 ? 255 : 0)))).toBeLessThan(10);
});
