const bin = (name) => `node_modules/${name}`;

/** The checks of every change, fastest first. Each runs with this Node. */
export const gates = [
  { name: "lock file", args: ["scripts/lock-check.mjs"] },
  { name: "documents", args: ["scripts/docs-check.mjs"] },
  { name: "words", args: ["scripts/words-check.mjs"] },
  { name: "coverage", args: ["scripts/coverage-check.mjs"] },
  { name: "compose", args: ["scripts/compose-check.mjs"] },
  { name: "format and lint", args: [bin("@biomejs/biome/bin/biome"), "ci", "."] },
  { name: "boundaries", args: [bin("turbo/bin/turbo"), "boundaries"] },
  { name: "dead code", args: [bin("knip/bin/knip.js")] },
  { name: "types", args: [bin("typescript/bin/tsc"), "-p", "tsconfig.check.json"] },
  {
    name: "types of scripts for browsers",
    args: [bin("typescript/bin/tsc"), "-p", "services/gateway/browser"],
  },
  // Only this gate emits declarations, which have errors of their own.
  { name: "build", args: [bin("typescript/bin/tsc"), "-b"] },
];
