// Runs the tests of libs/domain for Stryker. A process loads all tests once and activates one mutant after the
// other, so that a mutant costs milliseconds. Stryker's runner for jest loads all files for each mutant, which costs a second.
import { readdirSync, readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import path from "node:path";
import { declareClassPlugin, PluginKind } from "@stryker-mutator/api/plugin";
import {
  DryRunStatus,
  determineHitLimitReached,
  TestStatus,
  toMutantRunResult,
} from "@stryker-mutator/api/test-runner";
import swc from "@swc/core";
import { expect } from "expect";
import { describe, getState, it, resetState, test } from "jest-circus";

const require = createRequire(import.meta.url);

/** Not the slow ones, nor the one that reads the sources, which Stryker has changed. */
const testFile =
  /^(?!ratings\/(?!rating-visibility)|polls\/settings-problems|type-names).*\.test\.ts$/;

// Property tests run few cases, always the same: tables of cases run first and kill most mutants.
const checks = require("fast-check");
const assertBriefly = (property, options) =>
  checks.assert(property, { ...options, seed: 1, numRuns: 30, endOnFailure: true });
require.cache[require.resolve("fast-check")].exports = {
  __esModule: true,
  default: { ...checks.default, assert: assertBriefly },
};

Module._extensions[".ts"] = (module, file) => {
  const { code } = swc.transformSync(readFileSync(file, "utf8"), {
    filename: file,
    swcrc: false,
    jsc: { target: "es2023", parser: { syntax: "typescript" }, keepClassNames: true },
    module: { type: "commonjs" },
  });
  module._compile(code, file);
};
Object.assign(globalThis, { describe, expect, it, test });

/** The state that the changed sources use: the active mutant, and which test runs which mutant. */
globalThis.__stryker__ ??= {};
const switches = globalThis.__stryker__;

function* testsOf(block, names = []) {
  if (block.hooks.length > 0) throw new Error("The tests of libs/domain have no hooks.");
  for (const child of block.children) {
    const path = [...names, child.name];
    if (child.type === "describeBlock") yield* testsOf(child, path);
    else yield { name: path.join(" "), run: child.fn };
  }
}

function loadTests() {
  // The working directory is Stryker's copy of the project, set after this module is loaded.
  const sources = path.resolve("libs/domain/src");
  for (const file of Object.keys(require.cache)) {
    if (file.startsWith(sources)) delete require.cache[file];
  }
  const files = readdirSync(sources, { recursive: true }).filter((file) => testFile.test(file));
  return files.flatMap((file) => {
    const fileName = path.join(sources, file);
    resetState();
    require(fileName);
    return [...testsOf(getState().rootDescribeBlock)].map(({ name, run }, index) => ({
      id: `${file} ${index}`,
      name,
      fileName,
      run,
      timeSpentMs: 0,
    }));
  });
}

async function resultOf(test) {
  const { id, name, fileName } = test;
  const began = performance.now();
  let result = { status: TestStatus.Success };
  try {
    await test.run();
  } catch (error) {
    result = { status: TestStatus.Failed, failureMessage: String(error.message) };
  }
  test.timeSpentMs = performance.now() - began;
  return { id, name, fileName, timeSpentMs: test.timeSpentMs, ...result };
}

class DomainRunner {
  #tests;

  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun() {
    delete switches.activeMutant;
    delete switches.currentTestId;
    this.#tests = loadTests();
    const results = [];
    for (const each of this.#tests) {
      switches.currentTestId = each.id;
      results.push(await resultOf(each));
    }
    delete switches.currentTestId;
    return {
      status: DryRunStatus.Complete,
      tests: results,
      mutantCoverage: switches.mutantCoverage,
    };
  }

  async mutantRun({ activeMutant, mutantActivation, testFilter, hitLimit, ...options }) {
    delete switches.activeMutant;
    Object.assign(switches, { hitCount: hitLimit && 0, hitLimit });
    if (mutantActivation === "static") switches.activeMutant = activeMutant.id;
    if (this.#tests === undefined || options.reloadEnvironment) this.#tests = loadTests();
    switches.activeMutant = activeMutant.id;
    const wanted = testFilter && new Set(testFilter);
    const tests = this.#tests.filter(({ id }) => wanted?.has(id) ?? true);
    const results = [];
    // The fastest first: one of them kills most mutants.
    for (const each of tests.sort((one, other) => one.timeSpentMs - other.timeSpentMs)) {
      const result = await resultOf(each);
      results.push(result);
      if (result.status === TestStatus.Failed && !options.disableBail) break;
    }
    return toMutantRunResult(
      determineHitLimitReached(switches.hitCount, hitLimit) ?? {
        status: DryRunStatus.Complete,
        tests: results,
      },
    );
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, "domain", DomainRunner)];
