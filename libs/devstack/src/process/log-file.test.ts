import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { openLogFile } from "./log-file";

let directory: string;
beforeEach(() => {
  directory = fs.mkdtempSync(path.join(os.tmpdir(), "log-file-"));
});
afterEach(() => fs.rmSync(directory, { recursive: true }));

const read = (file: string) => fs.readFileSync(file, "utf8");

test("a log continues after the lines of the last run", () => {
  const file = path.join(directory, "a.log");
  for (const line of ["first run", "second run"]) {
    const log = openLogFile(file);
    log.write(line);
    log.close();
  }
  expect(read(file)).toBe("first run\nsecond run\n");
});

test("a large log is renamed, and a new one begins", () => {
  const file = path.join(directory, "a.log");
  const log = openLogFile(file, 10);
  for (const line of ["1 2 3", "4 5 6", "7 8 9"]) log.write(line);
  log.close();
  expect([read(`${file}.1`), read(file)]).toEqual(["4 5 6\n", "7 8 9\n"]);
});

// Each write to this device fails as on a full disk.
const full = "/dev/full";
(fs.existsSync(full) ? test : test.skip)("a full disk ends nothing", () => {
  const log = openLogFile(full);
  expect(() => log.write("lost")).not.toThrow();
  log.close();
});
