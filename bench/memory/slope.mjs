/** The minimum of each interval of `spanMs`, at its middle. */
export function floors(samples, spanMs) {
  const spans = new Map();
  for (const { at, value } of samples) {
    const span = Math.floor(at / spanMs);
    spans.set(span, Math.min(spans.get(span) ?? Number.POSITIVE_INFINITY, value));
  }
  return [...spans].map(([span, value]) => ({ at: (span + 0.5) * spanMs, value }));
}

/** The Theil-Sen slope of points per `perMs`, robust against outliers, with its quartiles. */
export function slope(points, perMs) {
  const slopes = points
    .flatMap((one, index) =>
      points
        .slice(index + 1)
        .map((other) => ((other.value - one.value) / (other.at - one.at)) * perMs),
    )
    .sort((a, b) => a - b);
  const at = (part) => slopes[Math.floor((slopes.length - 1) * part)] ?? 0;
  return { median: at(0.5), from: at(0.25), to: at(0.75) };
}
