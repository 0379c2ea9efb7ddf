import path from "node:path";

/** Arguments with which Node runs TypeScript from its source. */
export const fromSource: readonly string[] = [
  "--conditions=@polls/source",
  "--require",
  path.resolve(__dirname, "../../../../scripts/typescript.cjs"),
];

/** What Node is given to run a file of a package: built, or the TypeScript source as it is. */
export const nodeArgs = (
  from: "dist" | "source",
  packageDir: string,
  file: string,
): readonly string[] =>
  from === "dist"
    ? [path.join(packageDir, "dist", `${file}.js`)]
    : [...fromSource, path.join(packageDir, "src", `${file}.ts`)];
