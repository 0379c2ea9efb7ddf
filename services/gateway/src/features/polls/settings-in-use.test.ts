import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { settingsSchema } from "@polls/domain/polls";

const root = path.join(__dirname, "../../../../..");

/** Lists of all settings, their validation and their words: they use no setting. */
const lists =
  /\/(?:testing|words|generated|dist|node_modules)\/|\.test\.tsx?$|\/polls\/(?:settings-table|settings-schema|settings-problems|fixed-settings)\.ts$|\/poll-fingerprints\.ts$|\/web\/src\/types\/(?:settings|setting-use)\.ts$/;

const sources = ["libs", "services"].flatMap((folder) =>
  readdirSync(path.join(root, folder)).flatMap((workspace) => {
    const directory = path.join(root, folder, workspace, "src");
    return readdirSync(directory, { recursive: true, encoding: "utf8" })
      .map((name) => path.join(directory, name))
      .filter((name) => /\.tsx?$/.test(name) && !lists.test(name));
  }),
);

test("code reads each setting", () => {
  const text = sources.map((name) => readFileSync(name, "utf8")).join("\n");
  const read = new Set(text.match(/\b[a-z]+(?:_[a-z]+)*\b/g));
  const unread = Object.keys(settingsSchema.shape).filter((name) => !read.has(name));
  expect(unread).toEqual([]);
});
