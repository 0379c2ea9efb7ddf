const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Shortens a text for the payment provider to at most `max` UTF-16 code units. Cuts between two
 * visible characters and leaves no lone surrogates, which requests cannot contain.
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
