import fs from "node:fs";
import path from "node:path";
import { type LogFile, openLogFile } from "../process/log-file";
import { parseLogLine } from "./start-service";

const warning = 40;

/** Writes a service's log to a file; shows warnings, errors, and what is no log entry. */
export function openServiceLog(dir: string, name: string, show: (line: string) => void): LogFile {
  fs.mkdirSync(dir, { recursive: true });
  const log = openLogFile(path.join(dir, `${name}.log`));
  return {
    write(line) {
      log.write(line);
      const entry = parseLogLine(line);
      if (entry === undefined) show(`${name}: ${line}`);
      else if (entry.level >= warning) show(`${name}: ${entry.text}`);
    },
    close: log.close,
  };
}
