export type FakeClock = ReturnType<typeof fakeClock>;

/** Creates a clock at a moment, given as a date or in ISO 8601. */
export function fakeClock(start: Date | string = "2026-11-20T12:00:00.000Z") {
  let time = moment(start);
  return {
    now: () => new Date(time),
    advance: (ms: number) => {
      time += ms;
    },
    set: (to: Date | string) => {
      time = moment(to);
    },
  };
}

function moment(time: Date | string): number {
  const ms = new Date(time).getTime();
  if (Number.isNaN(ms)) throw new Error(`${String(time)} is not a moment`);
  return ms;
}
