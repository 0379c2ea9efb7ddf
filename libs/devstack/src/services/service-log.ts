import fs from "node:fs";
import path from "node:path";
import { parseLogLine } from "./start-service";

const largestBytes = 20_000_000;
const warning = 40;

export interface ServiceLog {
  readonly file: string;
  readonly write: (line: string) => void;
  readonly close: () => void;
}

/**
 * Writes a service's log to a file, which is rotated when it is large. Also shows warnings, errors and
 * lines that are no log entries.
 */
export function openServiceLog(
  dir: string,
  name: string,
  show: (line: string) => void,
): ServiceLog {
  fs.mkdirSync(dir, { recursive: true });
  const file = path.join(dir, `${name}.log`);
  let stream = fs.createWriteStream(file);
  let bytes = 0;
  return {
    file,
    write(line) {
      bytes += line.length + 1;
      if (bytes > largestBytes) {
        stream.end();
        fs.renameSync(file, `${file}.1`);
        stream = fs.createWriteStream(file);
        bytes = line.length + 1;
      }
      stream.write(`${line}\n`);
      const entry = parseLogLine(line);
      if (entry === undefined) show(`${name}: ${line}`);
      else if (entry.level >= warning) show(`${name}: ${entry.text}`);
    },
    close: () => stream.end(),
  };
}
