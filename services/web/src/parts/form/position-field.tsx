import type { TargetedEvent } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { placeWords } from "../../words/place";
import type { Position } from "../map/map-view";
import { positionIn } from "../map/read-position";

const DECIMALS = 5;

/** Latitude and longitude, as in answers. */
export const textOfPosition = ([longitude, latitude]: Position): string =>
  [latitude, longitude].map((degrees) => Number(degrees.toFixed(DECIMALS))).join(", ");

/** A field for the coordinates of a position, or the link of a map. */
export function PositionField({
  value,
  required,
  set,
  entered,
  isExplained = true,
}: {
  readonly value: string;
  readonly required: boolean;
  readonly set: (text: string) => void;
  /** Whether the field says what it takes. */
  readonly isExplained?: boolean;
  readonly entered?: (event: TargetedEvent<HTMLInputElement>) => void;
}) {
  const words = placeWords.words();
  const field = useRef<HTMLInputElement>(null);
  const check = (text: string): void => {
    const isRead = text.trim() === "" || positionIn(text) !== undefined;
    field.current?.setCustomValidity(isRead ? "" : words.notRead);
  };
  useLayoutEffect(() => check(value), [value]);
  return (
    <label class="entry">
      {words.coordinates}
      {isExplained && <small>{words.example}</small>}
      <input
        ref={field}
        type="text"
        name="coordinates"
        required={required}
        autocomplete="off"
        value={value}
        onInput={({ currentTarget }) => {
          // The browser checks the field before the next render.
          check(currentTarget.value);
          set(currentTarget.value);
        }}
        onChange={entered}
      />
    </label>
  );
}
