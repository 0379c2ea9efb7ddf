import { readFileSync } from "node:fs";
import { geoEquirectangular, geoPath } from "d3-geo";
import { feature } from "topojson-client";

const map = JSON.parse(
  readFileSync(new URL(import.meta.resolve("world-atlas/land-110m.json")), "utf8"),
);
const DEGREES_OF_RADIAN = 180 / Math.PI;

/** The outlines of the land of the world as the path of an SVG, in degrees. Latitudes grow to the top. */
function landOutlines() {
  const degrees = geoEquirectangular().scale(DEGREES_OF_RADIAN).translate([0, 0]);
  return geoPath(degrees).digits(2)(feature(map, map.objects.land));
}

const NAME = "virtual:land-outlines";
const RESOLVED = `\0${NAME}`;

/** Adds the outlines to the files of the pages; `virtual:land-outlines` exports their URL. */
export const landOutlinesFile = {
  name: "land-outlines",
  resolveId: (id) => (id === NAME ? RESOLVED : null),
  load(id) {
    if (id !== RESOLVED) return null;
    const file = this.emitFile({ type: "asset", name: "land.txt", source: landOutlines() });
    return `export const landUrl = import.meta.ROLLUP_FILE_URL_${file};`;
  },
};
