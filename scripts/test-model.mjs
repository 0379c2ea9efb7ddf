// `npm run test:model`: a thousand random sequences; `npm test` tries fewer. `MODEL_RUNS` sets the number,
// `MODEL_SEED` the seed, which a failure prints.
process.env.MODEL_RUNS ??= "1000";
process.argv.splice(2, 0, "services/gateway/src/testing/model");
await import("./test.mjs");
