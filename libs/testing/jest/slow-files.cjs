// Read by `npm test` before packages are installed: it requires none.

/** A pattern for the paths of slow test files, with long waits, many processes, many repetitions or the tools of checks. */
const slowPattern = "\\.slow\\.test\\.ts$";
const isSlow = (file) => new RegExp(slowPattern).test(file);

/** The only test of a slow file that did not run, in jest's results. */
const leftOut = "no time was left for this file";

module.exports = { slowPattern, isSlow, leftOut };
