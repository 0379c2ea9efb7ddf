import path from "node:path";
import { spawnSync } from "../../libs/devstack/children.cjs";

/** The sentence for what a failed command said. */
function explained(said: string): string {
  const code = `import { explainFailure } from "./explain-failure.mjs";
    process.stdout.write(String(explainFailure(${JSON.stringify(said)})));`;
  return spawnSync(process.execPath, ["--input-type=module", "--eval", code], {
    cwd: path.resolve(__dirname),
    encoding: "utf8",
  }).stdout;
}

test.each([
  ["a full disk", "npm error code ENOSPC", /^The disk is full: free/],
  [
    "a folder of another user, which is named",
    "npm error EACCES: permission denied, mkdir '/srv/polls/node_modules'",
    /^\/srv\/polls\/node_modules cannot be written by this user/,
  ],
  [
    "no network",
    "npm error code EAI_AGAIN\nnpm error request to https://registry.example/zod failed",
    /^npm reaches no registry \(EAI_AGAIN\): connect to a network/,
  ],
  ["a registry that refuses", "npm error code E401", /^The registry refused a package \(E401\)/],
  ["no npm", "spawn npm ENOENT", /^There is no npm on the PATH/],
  ["anything else by no sentence, so that its output is shown", "TypeError: x", /^undefined$/],
])("a failure of the setup is explained: %s", (_case, said, sentence) => {
  expect(explained(said)).toMatch(sentence);
});
