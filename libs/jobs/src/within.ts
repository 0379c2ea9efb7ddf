/** The result of `work`, or of `late` if `work` takes longer than `ms`; it continues then. */
export async function within<Result, Late>(
  ms: number,
  work: Promise<Result>,
  late: () => Late,
): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, ms, "late");
  });
  // A failure after the timeout must not count as an unhandled rejection.
  work.catch(() => undefined);
  try {
    const first = await Promise.race([work.then((result) => ({ result })), timeout]);
    return first === "late" ? late() : first.result;
  } finally {
    clearTimeout(timer);
  }
}
