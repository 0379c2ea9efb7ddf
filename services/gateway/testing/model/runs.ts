// biome-ignore lint/style/noProcessEnv: the developer who runs the tests sets it
const { MODEL_RUNS } = process.env;

/** The number of random sequences. */
export const runs = Number(MODEL_RUNS ?? 20);

/**
 * A generous limit: a sequence of forty commands takes about half a second, and nine seconds on a
 * very busy machine.
 */
export const deadlineMs = 60_000 + runs * 15_000;
