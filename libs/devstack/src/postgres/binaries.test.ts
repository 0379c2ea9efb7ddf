import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { copyFor } from "./binaries";

let place: string;
beforeEach(() => {
  place = fs.mkdtempSync(path.join(os.tmpdir(), "polls-binaries-"));
});
afterEach(() => fs.rmSync(place, { recursive: true, force: true }));

test("other accounts may run the copy of PostgreSQL, under any umask", () => {
  const temporary = process.env.TMPDIR;
  const mask = process.umask(0o077);
  const native = path.join(place, "package/native");
  fs.mkdirSync(path.join(native, "bin"), { recursive: true });
  fs.writeFileSync(path.join(native, "bin/postgres"), "", { mode: 0o755 });
  fs.writeFileSync(path.join(native, "text"), "", { mode: 0o644 });
  fs.writeFileSync(path.join(place, "package/package.json"), '{"version":"1"}');
  try {
    process.env.TMPDIR = place;
    const copy = copyFor(native, undefined);
    const modes = ["", "bin", "bin/postgres", "text"].map(
      (name) => fs.statSync(path.join(copy, name)).mode & 0o777,
    );
    expect(modes).toEqual([0o755, 0o755, 0o755, 0o644]);
  } finally {
    process.umask(mask);
    if (temporary === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = temporary;
  }
});
