const { createRequire } = require("node:module");
const path = require("node:path");
const { compileFunction } = require("node:vm");
const { default: Runtime } = require("jest-runtime");

const packages = `${path.sep}node_modules${path.sep}`;

/** Whether a module belongs to a package of npm: neither a file, nor Node's own, nor of a workspace. */
const isOfPackage = (name) => /^(?!node:|@polls\/)[@a-z]/.test(name);

/** What was compiled of each file, to be compiled quickly for the next test file of this process. */
const compiled = new Map();

/**
 * Runs test files in the realm of their process, where packages are loaded once for all files. Jest's own
 * runtime makes a realm for each file and evaluates every package again there. The modules of the project
 * are still evaluated for each file.
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
        ...{ filename, cachedData, produceCachedData: cachedData === undefined },
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
