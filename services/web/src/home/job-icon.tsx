import type { JobName } from "../types/poll-jobs";

const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** The color of each icon, a palette of tokens.css, and its lines on a square of 24 units. */
const icons: Readonly<Record<JobName, readonly [palette: string, lines: string]>> = {
  dates: ["blue", "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M8 14h3M13 17h3"],
  places: ["teal", `M12 21c-4-5-6-8-6-11a6 6 0 1 1 12 0c0 3-2 6-6 11z${circle(12, 10, 2)}`],
  choice: ["indigo", circle(12, 12, 8) + circle(12, 12, 3)],
  approval: ["green", "M4 7l2 2l4-4M4 16l2 2l4-4M13 7h7M13 17h7"],
  ranking: ["orange", "M9 20V6h6v14M3 20v-8h6M15 10h6v10M3 20h18"],
  stars: ["amber", "M12 3l2.7 5.8l6.3.8l-4.6 4.3l1.2 6.2l-5.6-3.1l-5.6 3.1l1.2-6.2L3 9.6l6.3-.8z"],
  points: [
    "rose",
    [circle(6, 8, 2.5), circle(12, 8, 2.5), circle(18, 8, 2.5), circle(9, 16, 2.5)].join(""),
  ],
  survey: ["violet", "M6 3h12v18H6zM9 8h6M9 12h6M9 16h3"],
  signup: ["teal", "M4 6h8M4 12h8M4 18h5M14 18l1-4l5-5l2.5 2.5l-5 5z"],
  table: ["cyan", "M3 5h18v14H3zM3 10h18M3 14.5h18M9 5v14M15 5v14"],
  ideas: ["lime", "M9 18h6M10 21h4M8 14.5a6 6 0 1 1 8 0l-1 1.5H9z"],
  contest: ["magenta", `M3 5h18v14H3zM3 16l5-5l4 4l3-3l6 5${circle(16, 9, 1.5)}`],
  pairs: ["red", "M3 6h8v12H3zM13 6h8v12h-8z"],
  calendar: ["green", `M6 3h12v18H6zM3 21h18${circle(15, 12, 0.8)}`],
  sale: ["amber", `${circle(12, 12, 8)}M14.5 9.5a3 3 0 1 0 0 5M8 11h4M8 13h4`],
};

export function JobIcon({ name }: { readonly name: JobName }) {
  const [palette, lines] = icons[name];
  return (
    <svg class="job-icon" data-palette={palette} viewBox="0 0 24 24" aria-hidden="true">
      <path d={lines} />
    </svg>
  );
}
