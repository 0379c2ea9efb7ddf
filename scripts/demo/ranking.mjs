const BAR = 24;

export function rankingTable(options) {
  const widest = Math.max(...options.map(({ content }) => content.length), 6);
  return options
    .map(({ rank, content, average_rating: average, voter_count: voters }) => {
      const filled = Math.round((average / 5) * BAR);
      const bar = "█".repeat(filled) + "░".repeat(BAR - filled);
      return `${String(rank).padStart(3)}  ${content.padEnd(widest)}  ${bar}  ${average.toFixed(2)}  ${voters} votes`;
    })
    .join("\n");
}
