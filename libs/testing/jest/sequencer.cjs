const { default: Sequencer } = require("@jest/test-sequencer");
const { isSlow } = require("./slow-files.cjs");

/** Files of more than half a minute start first: none of them runs alone at the end. */
const longest = /access-matrix|votes\.endpoints/;

/**
 * Orders test files by the seed of the run, the longest first. Jest prints the seed, and `--seed` repeats the order.
 * Slow files come first too, but last in a run that may end without all of them (`runner.cjs`).
 */
class RandomSequencer extends Sequencer {
  constructor(options) {
    super(options);
    this.seed = options.globalConfig.seed;
  }

  sort(tests) {
    const draw = numbersFrom(this.seed);
    return [...tests]
      .sort((one, other) => (one.path < other.path ? -1 : 1))
      .map((test) => ({ test, at: draw() }))
      .sort((one, other) => groupOf(one) - groupOf(other) || one.at - other.at)
      .map(({ test }) => test);
  }
}

function groupOf({ test }) {
  if (isSlow(test.path)) return process.env.SLOW_TESTS_UNTIL === undefined ? 0 : 2;
  return longest.test(test.path) ? 0 : 1;
}

/** Pseudorandom numbers below 1, the same for the same seed (mulberry32). */
function numbersFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

module.exports = RandomSequencer;
