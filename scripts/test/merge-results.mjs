/** The test files that failed in a run, from jest's results. */
export const failedFiles = ({ testResults }) =>
  testResults.filter(({ status }) => status === "failed").map(({ name }) => name);

/** The results of a run, in which the results of a second run replace those of the same files. */
export function mergeResults(first, second) {
  const again = new Set(second.testResults.map(({ name }) => name));
  const testResults = [
    ...first.testResults.filter(({ name }) => !again.has(name)),
    ...second.testResults,
  ];
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (...statuses) => tests.filter(({ status }) => statuses.includes(status)).length;
  const didNotRun = ({ status, assertionResults }) =>
    status === "failed" && assertionResults.every((test) => test.status !== "failed");
  return {
    testResults,
    numPassedTests: count("passed"),
    numFailedTests: count("failed"),
    numPendingTests: count("pending", "skipped", "disabled"),
    numTodoTests: count("todo"),
    numRuntimeErrorTestSuites: testResults.filter(didNotRun).length,
  };
}
