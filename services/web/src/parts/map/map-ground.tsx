import { Coastlines } from "./coastlines";
import { linesBetween, type MapView } from "./map-view";

/** The outlines of the land are too coarse for smaller maps. */
const LAND_FROM_DEGREES = 2;

/** Land, and a grid of degrees. */
export function MapGround({ left, top, width, height, every }: MapView) {
  return (
    <>
      {height > LAND_FROM_DEGREES && <Coastlines />}
      {linesBetween(left, left + width, every).map((at) => (
        <line key={`m${at}`} x1={at} x2={at} y1={-top} y2={height - top} />
      ))}
      {linesBetween(top - height, top, every).map((at) => (
        <line key={`p${at}`} x1={left} x2={left + width} y1={-at} y2={-at} />
      ))}
    </>
  );
}
