const bin = (name) => `node_modules/${name}`;

/** The checks of every change, slowest first, because they run in parallel. Each runs with this Node. */
export const gates = [
  { name: "types", args: [bin("typescript7/bin/tsc"), "-p", "."] },
  { name: "dead code", args: [bin("knip/bin/knip.js")] },
  { name: "format and lint", args: [bin("@biomejs/biome/bin/biome"), "ci", "."] },
  {
    name: "types of scripts for browsers",
    args: [bin("typescript7/bin/tsc"), "-p", "services/gateway/browser"],
  },
  {
    name: "types of pages",
    args: [bin("typescript7/bin/tsc"), "-p", "services/web"],
  },
  // Only this gate emits declarations, which have errors of their own.
  { name: "types of the client", args: ["scripts/client/declarations.mjs"] },
  { name: "size of pages", args: ["scripts/web/check-size.mjs"] },
  { name: "coverage", args: ["scripts/coverage-check.mjs"] },
  { name: "boundaries", args: [bin("turbo/bin/turbo"), "boundaries"] },
  { name: "layers", args: ["scripts/layers-check.mjs"] },
  { name: "words", args: ["scripts/words-check.mjs"] },
  { name: "documents", args: ["scripts/docs-check.mjs"] },
  { name: "sql", args: ["scripts/sql-check.mjs"] },
  { name: "migrations", args: ["scripts/migrations-check.mjs"] },
  { name: "compose", args: ["scripts/compose-check.mjs"] },
  { name: "kubernetes", args: ["scripts/kubernetes-check.mjs"] },
  { name: "interface", args: ["scripts/interface.mjs", "check"] },
  { name: "lock file", args: ["scripts/lock-check.mjs"] },
];
