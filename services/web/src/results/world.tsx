import { MapGround } from "../parts/map/map-ground";
import type { ChartRow } from "./chart";
import type { OptionLocation } from "./location";
import { degreesOf, viewOf } from "./location-view";

export type LocatedRow = ChartRow & { readonly location: OptionLocation };

export const locatedRows = (rows: readonly ChartRow[]): readonly LocatedRow[] =>
  rows.filter((row): row is LocatedRow => row.location !== undefined);

/** A map of the options on a grid of degrees, without requests to other hosts. */
export function World({
  rows,
  label,
}: {
  readonly rows: readonly Pick<LocatedRow, "id" | "number" | "location" | "length">[];
  readonly label: string;
}) {
  const view = viewOf(rows.map(({ location }) => location));
  const { left, top, width, height } = view;
  const unit = height / 100;
  return (
    <svg class="world" viewBox={`${left} ${-top} ${width} ${height}`} role="img" aria-label={label}>
      <MapGround {...view} />
      {rows.map(({ id, location }) => (
        <Shape key={id} location={location} />
      ))}
      {rows.map(({ id, number, location, length }) => {
        const [x, y] = centerOf(location);
        return (
          <g key={id}>
            <circle cx={x} cy={-y} r={unit * (4 + 4 * length)} />
            <text x={x} y={-y} dy={unit * 1.8} font-size={unit * 5}>
              {number}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** The position of a label: the middle of an area, or the middle position of a route. */
export const centerOf = ({ shape, positions }: OptionLocation): readonly [number, number] => {
  const middle = positions[Math.floor(positions.length / 2)];
  if (shape === "route" && middle !== undefined) return middle;
  const sum = positions.reduce(([x, y], [long, lat]) => [x + long, y + lat] as const, [
    0, 0,
  ] as const);
  return [sum[0] / positions.length, sum[1] / positions.length];
};

function Shape({ location: { shape, positions, radius } }: { readonly location: OptionLocation }) {
  const points = positions.map(([long, lat]) => `${long},${-lat}`).join(" ");
  const [first, second] = positions;
  if (first === undefined) return null;
  switch (shape) {
    case "point":
      return null;
    case "route":
      return <polyline points={points} />;
    case "polygon":
      return <polygon points={points} />;
    case "circle":
      return <circle class="area" cx={first[0]} cy={-first[1]} r={degreesOf(radius ?? 0)} />;
    case "rectangle":
      return second === undefined ? null : (
        <rect
          x={Math.min(first[0], second[0])}
          y={-Math.max(first[1], second[1])}
          width={Math.abs(first[0] - second[0])}
          height={Math.abs(first[1] - second[1])}
        />
      );
  }
}
