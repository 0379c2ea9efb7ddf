const { createRequire } = require("node:module");
const path = require("node:path");
const { compileFunction } = require("node:vm");
const { default: Runtime } = require("jest-runtime");

const packages = `${path.sep}node_modules${path.sep}`;

/** Whether a module belongs to an npm package: no file, no module of Node, no workspace. */
const isOfPackage = (name) => /^(?!node:|@polls\/)[@a-z]/.test(name);

/** V8's cache of each file, for the next test file of this process. */
const compiled = new Map();

/**
 * Runs test files in the global context of the process and loads each npm package once per process. Jest's own
 * runtime creates a context per test file and evaluates all packages in it. Modules of the project are still
 * evaluated per test file.
 */
class SharedPackagesRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    const { executor, _environment: environment } = this;
    executor.compile = (source, filename) => {
      const globals = filename.includes(packages) ? {} : environment.trackedGlobals;
      const parameters = [...executor.injectedModuleParameters, ...Object.keys(globals)];
      const kept = compiled.get(filename);
      const cachedData = kept?.source === source ? kept.cachedData : undefined;
      const evaluate = compileFunction(source, parameters, {
        filename,
        cachedData,
        produceCachedData: cachedData === undefined,
      });
      if (cachedData === undefined) {
        compiled.set(filename, { source, cachedData: evaluate.cachedData });
      }
      return function run(...values) {
        return evaluate.call(this, ...values, ...Object.values(globals));
      };
    };
  }

  requireModule(from, name, ...rest) {
    if (name === undefined || !isOfPackage(name) || from.includes(packages)) {
      return super.requireModule(from, name, ...rest);
    }
    return createRequire(from)(name);
  }
}

module.exports = SharedPackagesRuntime;
