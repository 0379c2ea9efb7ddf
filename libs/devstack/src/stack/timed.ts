/** A line is printed whenever this time has passed, so that a slow step is seen to go on. */
const aliveMs = 10_000;
/** The time of a shorter step is of no interest. */
const tellingMs = 100;

/** Does a step of the start, and prints its name and how long it took. */
export async function timed<Result>(
  name: string,
  say: (line: string) => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const began = performance.now();
  const line = () => {
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    return `${name.padEnd(34, " .")} ${seconds.padStart(6)} s`;
  };
  const alive = setInterval(() => say(`${line()}, goes on`), aliveMs);
  try {
    const result = await work();
    if (performance.now() - began >= tellingMs) say(line());
    return result;
  } finally {
    clearInterval(alive);
  }
}
