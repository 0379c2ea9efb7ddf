const { TestEnvironment } = require("jest-environment-node");

/**
 * Ends what a test file began with `atFileEnd`, after all its hooks, last begun first. A thing that
 * does not end properly (a database with an open connection) fails the file.
 */
class FileEnvironment extends TestEnvironment {
  async handleTestEvent(event) {
    if (event.name !== "teardown") return;
    const begun = this.global[Symbol.for("polls.begun")] ?? [];
    const problems = [];
    for (let thing = begun.pop(); thing !== undefined; thing = begun.pop()) {
      try {
        await thing.end();
      } catch (error) {
        problems.push(`${thing.what}: ${error.message}`);
      }
    }
    if (problems.length > 0) throw new Error(problems.join("\n"));
  }
}

module.exports = FileEnvironment;
