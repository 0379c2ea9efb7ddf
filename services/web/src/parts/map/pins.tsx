import { centerOf, type NumberedPlace } from "./location";
import { type MapView, shareIn } from "./map-view";

export interface Pinned extends NumberedPlace {
  /** From 0 to 1: how large its pin is. Absent: as small as it can be. */
  readonly length?: number;
}

export interface Chosen {
  readonly id: string | undefined;
  /** Chooses the place whose pin is pressed. */
  readonly choose: (id: string) => void;
  /** The id of the element to which the pin leads. */
  readonly targetOf: (id: string) => string;
}

/** The ids of pins, to which the numbers beside the cards lead. */
export const pinIdOf = (id: string): string => `pin-${id}`;

/** The numbers of places above a map, where it shows them. With `chosen` each is a link. */
export function Pins({
  places,
  view,
  chosen,
}: {
  readonly places: readonly Pinned[];
  readonly view: MapView;
  readonly chosen?: Chosen | undefined;
}) {
  const shown = places.flatMap((place) => {
    const [x, y] = shareIn(view, centerOf(place.location));
    return x < 0 || x > 1 || y < 0 || y > 1 ? [] : [{ ...place, x, y }];
  });
  return (
    <ul class="pins" aria-hidden={chosen === undefined}>
      {shown.map(({ id, number, name, length = 0, x, y }) => (
        <li key={id} style={{ left: `${100 * x}%`, top: `${100 * y}%`, "--length": length }}>
          {chosen === undefined ? (
            <span class="pin" title={name}>
              {number}
            </span>
          ) : (
            <a
              id={pinIdOf(id)}
              href={`#${chosen.targetOf(id)}`}
              title={name}
              aria-label={`${number}. ${name}`}
              aria-current={chosen.id === id}
              onClick={(event) => {
                event.preventDefault();
                chosen.choose(id);
              }}
            >
              <span class="pin">{number}</span>
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
