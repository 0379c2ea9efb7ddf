const WIDTH = 720;
const LABEL = 270;
const VALUE = 90;
const ROW = 26;
const TOP = 58;

const escaped = (text) =>
  String(text).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** An SVG bar for each row `{ name, value, reference? }`, readable on light and dark pages. */
export function bars({ title, note, rows }) {
  const most = Math.max(...rows.map(({ value }) => value));
  const room = WIDTH - LABEL - VALUE;
  const height = TOP + rows.length * ROW + 12;
  const bar = ({ name, value, reference = false }, index) => {
    const y = TOP + index * ROW;
    const width = Math.max(1, Math.round((value / most) * room));
    return [
      `<text x="${LABEL - 10}" y="${y + 15}" text-anchor="end" class="name">${escaped(name)}</text>`,
      `<rect x="${LABEL}" y="${y + 2}" width="${width}" height="${ROW - 8}" rx="2" class="${reference ? "reference" : "ours"}"/>`,
      `<text x="${LABEL + width + 8}" y="${y + 15}" class="value">${escaped(value.toLocaleString("en-US"))}</text>`,
    ].join("");
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>
  text { font: 13px system-ui, sans-serif; fill: #1f2328 } .title { font-weight: 600; font-size: 15px }
  .note { fill: #59636e; font-size: 12px } .ours { fill: #2f6f4f } .reference { fill: #b6bcc4 }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 } .note { fill: #9198a1 } .ours { fill: #58b787 } .reference { fill: #4b535d }
  }
</style>
<text x="12" y="22" class="title">${escaped(title)}</text>
<text x="12" y="42" class="note">${escaped(note)}</text>
${rows.map(bar).join("\n")}
</svg>`;
}
