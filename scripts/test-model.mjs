// `npm run test:model`: many more random sequences than `npm test` tries. `MODEL_RUNS` says how many,
// `MODEL_SEED` which; a failure names its seed.
process.env.MODEL_RUNS ??= "1000";
process.argv.splice(2, 0, "services/gateway/src/testing/model");
await import("./test.mjs");
