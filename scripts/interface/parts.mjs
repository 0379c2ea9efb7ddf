/** A document with another content of one generated part, which stands between two comments. */
export function withPart(name, text, part, content) {
  const [begin, end] = [`<!-- generated: ${part} -->\n`, "<!-- end -->\n"];
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`${name} has no part "${part}"`);
  return `${text.slice(0, from)}${begin}\n${content.trim()}\n\n${text.slice(to)}`;
}
