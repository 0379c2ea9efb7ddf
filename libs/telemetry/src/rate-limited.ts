type Complain = (facts: Record<string, unknown>, text: string) => void;

/** Reports a problem once in `everyMs`, with the number of reports that it left out. */
export function rateLimited(
  complain: Complain,
  everyMs = 10_000,
  nowMs: () => number = () => performance.now(),
): Complain {
  const seen = new Map<string, { readonly since: number; suppressed: number }>();
  return (facts, text) => {
    const entry = seen.get(text);
    const now = nowMs();
    if (entry !== undefined && now - entry.since < everyMs) {
      entry.suppressed += 1;
      return;
    }
    complain({ ...facts, suppressed: entry?.suppressed ?? 0 }, text);
    seen.set(text, { since: now, suppressed: 0 });
  };
}
