import path from "node:path";
import { spawnSync } from "@polls/devstack/children";
import { endOfLife } from "./run-service";

const script = path.resolve(__dirname, "../../../scripts/setup/check-node.mjs");

/** What `npm start` and `npm test` say. */
const said = (version: string) =>
  spawnSync(
    process.execPath,
    [
      ...["--input-type=module", "--eval"],
      `import { tellEndOfLife } from ${JSON.stringify(script)}; tellEndOfLife("${version}");`,
    ],
    { encoding: "utf8" },
  ).stdout;

test.each([
  ["20.19.0", "Node 20 still works, but has reached its end of life: better run Node 22 or 24"],
  ["22.0.0", undefined],
  ["24.1.0", undefined],
])("services and scripts say of Node %s: %s", (version, expected) => {
  expect(endOfLife(version)).toBe(expected);
  expect(said(version)).toBe(expected === undefined ? "" : `${expected}.\n`);
});
