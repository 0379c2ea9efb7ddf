import fs from "node:fs";

/** A larger log is renamed and replaces the previous renamed log. */
const LARGEST_BYTES = 20_000_000;

export interface LogFile {
  readonly write: (line: string) => void;
  readonly close: () => void;
}

/** Appends lines to a file. Lines that do not fit on a full disk are lost. */
export function openLogFile(file: string, largestBytes = LARGEST_BYTES): LogFile {
  let handle = fs.openSync(file, "a");
  let bytes = fs.fstatSync(handle).size;
  return {
    write(line) {
      try {
        if (bytes + line.length >= largestBytes) {
          fs.renameSync(file, `${file}.1`);
          fs.closeSync(handle);
          handle = fs.openSync(file, "a");
          bytes = 0;
        }
        bytes += fs.writeSync(handle, `${line}\n`);
      } catch {
        // Losing a line is better than ending the process.
      }
    },
    close: () => fs.closeSync(handle),
  };
}
