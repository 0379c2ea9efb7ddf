/** The value of a metric's first series with these labels, in the text of `/metrics`. */
export function metricValue(
  text: string,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const line = text
    .split("\n")
    .filter((one) => one.startsWith(`${name}{`))
    .find((one) => wanted.every((part) => one.includes(`{${part}`) || one.includes(`,${part}`)));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(" ")));
}
