import { METERS_OF_DEGREE } from "./distances";
import { centerOf, lineOf, type NumberedPlace, type OptionLocation } from "./location";
import { eastScaleAt, type MapView, middleOf, nearTo } from "./map-view";

/** The lines of routes and areas. */
export const Shapes = ({
  places,
  view,
}: {
  readonly places: readonly Pick<NumberedPlace, "id" | "location">[];
  readonly view: MapView;
}) => (
  <>
    {places.map(({ id, location }) => (
      <Shape key={id} location={location} view={view} />
    ))}
  </>
);

function Shape({ location, view }: { readonly location: OptionLocation; readonly view: MapView }) {
  const { shape, radius = 0 } = location;
  const { eastScale } = view;
  const [center] = centerOf(location);
  const shift = nearTo(middleOf(view)[0], center) - center;
  const drawn = lineOf(location).map(([long, lat]) => [(long + shift) * eastScale, -lat] as const);
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
