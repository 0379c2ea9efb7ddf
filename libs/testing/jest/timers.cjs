/** Beyond this number, ended timers are dropped from the list. */
const manyTimers = 1_000;

/**
 * `setTimeout` and `setInterval` that remember their timers, for the modules of the project. `endAll` clears the
 * pending timers, so that none fires during another file, and returns a message for each.
 */
function trackTimers() {
  let timers = [];
  const isPending = ({ timer }) => !timer._destroyed;
  const tracked = (set) => {
    const track = (...args) => {
      const timer = set(...args);
      if (timers.length > manyTimers) timers = timers.filter(isPending);
      timers.push({ timer, set: new Error("set here") });
      return timer;
    };
    // `util.promisify` reads these.
    return Object.defineProperties(track, Object.getOwnPropertyDescriptors(set));
  };
  return {
    globals: { setTimeout: tracked(setTimeout), setInterval: tracked(setInterval) },
    endAll() {
      const left = timers.filter(isPending);
      timers = [];
      for (const { timer } of left) clearTimeout(timer);
      return left.map(({ set }) => `a timer was left, ${whereIn(set)}`);
    },
  };
}

function whereIn({ stack }) {
  const frames = stack.split("\n").slice(1);
  const own = frames.find((frame) => !frame.includes(__filename));
  return `set ${(own ?? "somewhere").trim()}`;
}

module.exports = { trackTimers };
