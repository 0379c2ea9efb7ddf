/** The code of a failed system call (`ENOENT`). Undefined for any other error. */
export const systemCode = (error: unknown): string | undefined =>
  typeof error === "object" && error !== null && "syscall" in error && "code" in error
    ? String(error.code)
    : undefined;
