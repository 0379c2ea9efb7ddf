const characters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The beginning of a text, of at most `max` code points, cut between two visible characters if possible. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  let length = 0;
  for (const { segment, index } of characters.segment(text)) {
    const next = length + [...segment].length;
    if (next > max) return index === 0 ? [...segment].slice(0, max).join("") : text.slice(0, index);
    length = next;
  }
  return text;
}
