import { METERS_OF_DEGREE } from "./distances";
import type { NumberedPlace, OptionLocation } from "./location";
import { eastScaleAt, type MapView } from "./map-view";

/** The lines of routes and areas. */
export const Shapes = ({
  places,
  view: { eastScale },
}: {
  readonly places: readonly Pick<NumberedPlace, "id" | "location">[];
  readonly view: Pick<MapView, "eastScale">;
}) => (
  <>
    {places.map(({ id, location }) => (
      <Shape key={id} location={location} eastScale={eastScale} />
    ))}
  </>
);

function Shape({
  location: { shape, positions, radius = 0 },
  eastScale,
}: {
  readonly location: OptionLocation;
  readonly eastScale: number;
}) {
  const drawn = positions.map(([long, lat]) => [long * eastScale, -lat] as const);
  const points = drawn.map((each) => each.join(",")).join(" ");
  const [first, second] = drawn;
  if (first === undefined) return null;
  switch (shape) {
    case "point":
      return null;
    case "route":
      return <polyline points={points} />;
    case "polygon":
      return <polygon class="area" points={points} />;
    case "circle": {
      const reach = radius / METERS_OF_DEGREE;
      return (
        <ellipse
          class="area"
          cx={first[0]}
          cy={first[1]}
          rx={(reach * eastScale) / eastScaleAt(-first[1])}
          ry={reach}
        />
      );
    }
    case "rectangle":
      return second === undefined ? null : (
        <rect
          class="area"
          x={Math.min(first[0], second[0])}
          y={Math.min(first[1], second[1])}
          width={Math.abs(first[0] - second[0])}
          height={Math.abs(first[1] - second[1])}
        />
      );
  }
}
