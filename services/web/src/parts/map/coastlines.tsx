import { landUrl } from "virtual:land-outlines";
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

const LIMIT_MS = 10_000;

/** The path of an SVG. Empty until it is loaded. */
const outlines = signal("");

async function load(): Promise<void> {
  if (outlines.value !== "") return;
  const response = await fetch(landUrl, { signal: AbortSignal.timeout(LIMIT_MS) });
  if (response.ok) outlines.value = await response.text();
}

/**
 * The land of the world on a map in degrees. If it cannot be loaded, the map has only its grid.
 * @param east How far to the east it is drawn.
 */
export function Coastlines({ east }: { readonly east: number }) {
  useEffect(() => void load().catch(() => undefined), []);
  return outlines.value === "" ? null : (
    <path class="land" d={outlines.value} transform={`translate(${east})`} />
  );
}
