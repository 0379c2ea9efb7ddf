import { Coastlines } from "./coastlines";
import { isSmall, linesBetween, type MapView, worldsIn } from "./map-view";

/** Land, and a grid of degrees. Small maps have the grid only. */
export function MapGround(view: MapView) {
  const { left, top, width, height, every, eastScale } = view;
  return (
    <>
      {!isSmall(view) && worldsIn(view).map((east) => <Coastlines key={east} east={east} />)}
      {linesBetween(left, left + width, every)
        .map((at) => at * eastScale)
        .map((x) => (
          <line key={`m${x}`} x1={x} x2={x} y1={-top} y2={height - top} />
        ))}
      {linesBetween(top - height, top, every).map((at) => (
        <line
          key={`p${at}`}
          x1={left * eastScale}
          x2={(left + width) * eastScale}
          y1={-at}
          y2={-at}
        />
      ))}
    </>
  );
}
