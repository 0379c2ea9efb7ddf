// Shifts the clock of a process by CLOCK_SHIFT_MS after SIGUSR2, to simulate a clock that jumps.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const System = Date;
let shifted = 0;

const now = () => System.now() + shifted;
globalThis.Date = new Proxy(System, {
  construct: (target, values, made) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, made),
  apply: () => new System(now()).toString(),
  get: (target, key) => (key === "now" ? now : Reflect.get(target, key)),
});
process.on("SIGUSR2", () => {
  shifted = shiftMs;
});
