const { makeCollectedTestResult } = require("@jest/test-result");
const { default: run } = require("jest-circus/runner");
const { isSlow, leftOut } = require("./slow-files.cjs");

/**
 * Runs a test file. If the environment variable `SLOW_TESTS_UNTIL` holds a time, in milliseconds since 1970, slow
 * files that would begin later do not run: their result is one skipped test, named `leftOut`.
 */
async function runInTime(globalConfig, config, environment, runtime, testFilePath, ...rest) {
  const until = Number(process.env.SLOW_TESTS_UNTIL ?? Number.POSITIVE_INFINITY);
  if (!isSlow(testFilePath) || Date.now() < until) {
    return run(globalConfig, config, environment, runtime, testFilePath, ...rest);
  }
  const test = {
    ancestorTitles: [],
    failureDetails: [],
    failureMessages: [],
    fullName: leftOut,
    numPassingAsserts: 0,
    status: "pending",
    title: leftOut,
  };
  return makeCollectedTestResult([test], { displayName: config.displayName, testFilePath });
}

module.exports = runInTime;
