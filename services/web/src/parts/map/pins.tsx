import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { centerOf, type NumberedPlace } from "./location";
import { type MapView, shareIn } from "./map-view";
import { spread } from "./spread";

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

/** The style sheet's widths of the smallest pin, of what the largest has more, and of a number's edges and digits. */
const REM = { least: 1.65, more: 0.7, edges: 0.85, digit: 0.5, gap: 2 };
/** Until the map is measured. */
const NARROW = { width: 18, height: 9 };

/** The numbers of places above a map, where it shows them, beside each other. With `chosen` each is a link. */
export function Pins({
  places,
  view,
  chosen,
}: {
  readonly places: readonly Pinned[];
  readonly view: MapView;
  readonly chosen?: Chosen | undefined;
}) {
  const list = useRef<HTMLUListElement>(null);
  /** The size of the map in `rem`. */
  const box = useSignal(NARROW);
  useLayoutEffect(() => {
    const { current } = list;
    if (current === null) return;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = current;
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      if (width > 0) box.value = { width: width / rem, height: height / rem };
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const { width, height } = box.value;
  const shown = spread(
    places.flatMap((place) => {
      const [left, top] = shareIn(view, centerOf(place.location));
      const radius =
        Math.max(
          REM.least + REM.more * (place.length ?? 0),
          REM.edges + REM.digit * String(place.number).length,
        ) / 2;
      return left < 0 || left > 1 || top < 0 || top > 1
        ? []
        : [{ ...place, left, top, radius, x: left * width, y: top * height }];
    }),
    { ...box.value, gap: REM.gap },
  ).map((pin) => ({ ...pin, x: share(pin.x / width), y: share(pin.y / height) }));
  return (
    <>
      <svg class="leaders" aria-hidden="true">
        {shown.map(({ id, left, top, x, y }) => (
          <line key={id} x1={share(left)} y1={share(top)} x2={x} y2={y} />
        ))}
      </svg>
      <ul ref={list} class="pins" aria-hidden={chosen === undefined}>
        {shown.map(({ id, number, name, length = 0, x, y }) => (
          <li key={id} style={{ left: x, top: y, "--length": length }}>
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
    </>
  );
}

const share = (part: number): string => `${100 * part}%`;
