const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * A text for the payment provider: of at most `max` UTF-16 code units, cut between two visible characters,
 * and without halves of a pair, which no request can carry.
 */
export function payableText(text: string, max: number): string {
  const whole = text.replace(/\p{Cs}/gu, "\ufffd");
  if (whole.length <= max) return whole;
  let kept = "";
  for (const { segment } of characters.segment(whole)) {
    if (kept.length + segment.length > max - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}
