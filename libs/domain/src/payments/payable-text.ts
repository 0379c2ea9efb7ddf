const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Shortens a text to at most `max` UTF-16 code units between visible characters, without lone surrogates. */
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
