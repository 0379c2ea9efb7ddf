// biome-ignore lint/style/noProcessEnv: set by the person that runs the tests
const { MODEL_RUNS } = process.env;

/** How many random sequences are tried. */
export const runs = Number(MODEL_RUNS ?? 60);

/** A generous bound: a sequence of forty commands takes about half a second, on a very busy machine five. */
export const deadlineMs = 60_000 + runs * 6_000;
