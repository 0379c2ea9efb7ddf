import { constants } from "node:os";

const nameOfErrno: ReadonlyMap<unknown, string> = new Map(
  Object.entries(constants.errno).map(([name, errno]) => [-errno, name]),
);

/** The code of a failed system call, such as `ENOENT`. Node has no name for ESTALE's number. */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  if (!("syscall" in error) || !("code" in error)) return undefined;
  const code = String(error.code);
  if (!code.startsWith("Unknown system error")) return code;
  return ("errno" in error ? nameOfErrno.get(error.errno) : undefined) ?? code;
}
