const { createRequire } = require("node:module");
const path = require("node:path");
const { compileFunction } = require("node:vm");
const { default: Runtime } = require("jest-runtime");
const { isSlow } = require("./slow-files.cjs");

const toolsFile = path.resolve(__dirname, "../../../scripts/tools/package.json");
const { devDependencies: tools } = require(toolsFile);

const packages = `${path.sep}node_modules${path.sep}`;

/** Whether a module belongs to an npm package: no file, no module of Node, no workspace. */
const isOfPackage = (name) => /^(?!node:|@polls\/)[@a-z]/.test(name);

/** `npm test` installs the tools of checks for slow files alone. */
function requirePackage(from, name, testPath) {
  const [, tool] = /^(@[^/]+\/[^/]+|[^/]+)/.exec(name);
  if (Object.hasOwn(tools, tool) && !isSlow(testPath)) {
    throw new Error(`${tool} is not installed for fast tests: name the file *.slow.test.ts`);
  }
  return createRequire(from)(name);
}

/** Whether the build of the pages makes a module, such as that of the icons. Tests without a browser show none of it. */
const isOfBuild = (name) => name.startsWith("virtual:");

/** V8's cache of each file of jest itself, which is evaluated for every test file. */
const compiled = new Map();

/** What the modules of the project export, by file. */
const evaluated = new Map();

/** The runtime of the test file that runs. A module imports through it, also when it was evaluated for another one. */
let current;

function compilePackage(source, filename, parameters) {
  const cachedData = compiled.get(filename);
  const options = { filename, cachedData, produceCachedData: cachedData === undefined };
  const evaluate = compileFunction(source, parameters, options);
  if (cachedData === undefined) compiled.set(filename, evaluate.cachedData);
  return evaluate;
}

function compileModule(source, filename, parameters, globals) {
  const evaluate = compileFunction(source, [...parameters, ...Object.keys(globals)], { filename });
  return function run(module, exports, load, ...values) {
    const loadNow = (name) => current.requireModuleOrMock(filename, name);
    const more = [...values, ...Object.values(globals)];
    return evaluate.call(this, module, exports, Object.assign(loadNow, load), ...more);
  };
}

/**
 * Runs test files in the global context of the process, and evaluates each npm package and each module of the project
 * once per process. Jest's own runtime creates a context per test file and evaluates everything in it.
 */
class SharedModulesRuntime extends Runtime {
  constructor(...args) {
    super(...args);
    current = this;
    const { executor, _environment: environment } = this;
    executor.compile = (source, filename) =>
      filename.includes(packages)
        ? compilePackage(source, filename, executor.injectedModuleParameters)
        : compileModule(
            source,
            filename,
            executor.injectedModuleParameters,
            environment.trackedGlobals,
          );
  }

  requireModule(from, name, options, ...rest) {
    const load = () => super.requireModule(from, name, options, ...rest);
    const isShared = name !== undefined && !from.includes(packages);
    if (!isShared || this._resolution.isCoreModule(name)) return load();
    if (isOfBuild(name)) return {};
    if (isOfPackage(name)) return requirePackage(from, name, this._testPath);
    const file = this._resolution.resolveCjs(from, name);
    if (!evaluated.has(file)) evaluated.set(file, load());
    return evaluated.get(file);
  }
}

module.exports = SharedModulesRuntime;
