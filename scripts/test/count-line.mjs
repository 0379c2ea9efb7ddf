/** The count of jest's results. A file that did not run at all counts as one that failed. */
export function countLine(results) {
  const passed = results.numPassedTests;
  const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
  const skipped = results.numPendingTests + results.numTodoTests;
  const parts = [`${passed} passed`, `${failed} failed`];
  if (skipped > 0) parts.push(`${skipped} skipped`);
  return { line: parts.join(", "), passed: failed === 0 && passed > 0 };
}
