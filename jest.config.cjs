const { availableParallelism } = require("node:os");

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: "<rootDir>/libs/testing/jest/environment.cjs",
  runtime: "<rootDir>/libs/testing/jest/runtime.cjs",
  testRunner: "<rootDir>/libs/testing/jest/runner.cjs",
  // Files and tests run in a random order; jest prints its seed.
  testSequencer: "<rootDir>/libs/testing/jest/sequencer.cjs",
  randomize: true,
  globalSetup: "<rootDir>/libs/testing/jest/global-setup.cjs",
  globalTeardown: "<rootDir>/libs/testing/jest/global-teardown.cjs",
  // Workspace packages resolve to their TypeScript sources: no build before tests.
  testEnvironmentOptions: {
    customExportConditions: ["@polls/source", "node", "node-addons", "require", "default"],
  },
  roots: [
    "<rootDir>/bench",
    "<rootDir>/libs",
    "<rootDir>/services",
    "<rootDir>/tests",
    "<rootDir>/scripts",
  ],
  testMatch: ["<rootDir>/{bench,libs,services,tests,scripts}/**/*.test.ts"],
  transform: {
    "^.+\\.[cm]?tsx?$": [
      "@swc/jest",
      {
        sourceMaps: true,
        jsc: { target: "es2023", parser: { syntax: "typescript" }, keepClassNames: true },
        module: { type: "commonjs" },
      },
    ],
  },
  modulePathIgnorePatterns: ["<rootDir>/.*/dist/", "<rootDir>/.data/", "<rootDir>/.dev/"],
  // Longer than the deadlines of waits, whose messages say more.
  testTimeout: 120_000,
  // Tests wait for servers, processes and times, so two processors take five workers. Never in the main process: a
  // worker that keeps something can be ended.
  maxWorkers: Math.max(5, availableParallelism() + 1),
  workerIdleMemoryLimit: "1GB",
};
