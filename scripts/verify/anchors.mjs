/** The anchors of a Markdown document, as renderers derive them from the headings. */
export function anchorsOf(text) {
  const anchors = new Set();
  const counts = new Map();
  const open = text.replace(/^( *)```[\s\S]*?^\1```/gm, "");
  for (const [, heading] of open.matchAll(/^#{1,6} (.+)$/gm)) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
    const anchor = plain
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replace(/ /g, "-");
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    anchors.add(count === 0 ? anchor : `${anchor}-${count}`);
  }
  return anchors;
}
