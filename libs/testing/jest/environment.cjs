const fc = require("fast-check");
const { TestEnvironment } = require("jest-environment-node");
const { findLeftOpen, openNow } = require("./left-open.cjs");
const { trackTimers } = require("./timers.cjs");

/** Modules of the project get these in place of the globals, once per process. */
const timers = trackTimers();

/**
 * The environment of a test file, in the global context of the process (`runtime.cjs`). After all hooks it ends
 * the things that the file registered with `atFileEnd`, in reverse order. The file fails when one of them does not
 * end properly (a database with an open connection), and when a timer, a socket or a process is left. After a test
 * that failed these are not told, because jest would show them in place of its failure.
 */
class FileEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    fc.configureGlobal({ seed: config.globalConfig.seed });
    this.global = globalThis;
    this.moduleMocker = new this.moduleMocker.constructor(globalThis);
    this.trackedGlobals = timers.globals;
    this.restoreGlobals = keepGlobals();
    this.open = openNow();
  }

  async handleTestEvent(event) {
    if (event.name === "test_done" && event.test.errors.length > 0) this.hasFailed = true;
    if (event.name !== "teardown") return;
    const begun = globalThis[Symbol.for("polls.begun")] ?? [];
    const problems = [];
    for (let thing = begun.pop(); thing !== undefined; thing = begun.pop()) {
      try {
        await thing.end();
      } catch (error) {
        problems.push(`${thing.what}: ${error.message}`);
      }
    }
    problems.push(...(await findLeftOpen(this.open)), ...timers.endAll());
    if (problems.length > 0 && !this.hasFailed) throw new Error(problems.join("\n"));
  }

  async teardown() {
    timers.endAll();
    await super.teardown();
    this.restoreGlobals();
  }
}

/** Symbols under which jest keeps the state of one test file. */
const ofJest = new Set([
  ...["JEST_STATE_SYMBOL", "EVENT_HANDLERS", "TEST_TIMEOUT_SYMBOL", "LOG_ERRORS_BEFORE_RETRY"],
  ...["RETRY_TIMES", "RETRY_TIMES_SETTER", "RETRY_IMMEDIATELY", "WAIT_BEFORE_RETRY"],
]);

/** Returns a function that undoes jest's changes of globals and the file's changes of environment variables. */
function keepGlobals() {
  const { console } = globalThis;
  const { exit, getBuiltinModule } = process;
  const env = { ...process.env };
  return () => {
    globalThis.console = console;
    Object.assign(process, { exit, getBuiltinModule });
    for (const key of Object.getOwnPropertySymbols(globalThis)) {
      if (ofJest.has(key.description)) delete globalThis[key];
    }
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
  };
}

module.exports = FileEnvironment;
