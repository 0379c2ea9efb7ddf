import { readFileSync } from "node:fs";
import path from "node:path";

// Images are built for both architectures (docs/operations.md#images).

interface Package {
  readonly dev?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

const { packages } = JSON.parse(
  readFileSync(path.join(__dirname, "../../package-lock.json"), "utf8"),
) as { packages: Readonly<Record<string, Package>> };

test("each native package of the images has a build for amd64 and for arm64", () => {
  const native = Object.entries(packages).filter(
    ([, { dev, os = [], cpu = [] }]) =>
      dev !== true && os.includes("linux") && (cpu.includes("x64") || cpu.includes("arm64")),
  );
  const names = new Set(native.map(([place]) => place));
  expect(names).toContain("node_modules/@img/sharp-linux-arm64");
  const other = (place: string) =>
    place.includes("arm64") ? place.replace("arm64", "x64") : place.replace("x64", "arm64");
  const alone = native.filter(
    ([place, { cpu = [] }]) => cpu.length === 1 && !names.has(other(place)),
  );
  expect(alone.map(([place]) => place)).toEqual([]);
});
