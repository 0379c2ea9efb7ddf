import path from "node:path";

/** Arguments with which Node runs TypeScript sources. */
export const fromSource: readonly string[] = [
  "--conditions=@polls/source",
  "--require",
  path.resolve(__dirname, "../../../../scripts/typescript.cjs"),
];

/** Node's arguments for a file of a package: the built file or the TypeScript source. */
export const nodeArgs = (
  from: "dist" | "source",
  packageDir: string,
  file: string,
): readonly string[] =>
  from === "dist"
    ? [path.join(packageDir, "dist", `${file}.js`)]
    : [...fromSource, path.join(packageDir, "src", `${file}.ts`)];
