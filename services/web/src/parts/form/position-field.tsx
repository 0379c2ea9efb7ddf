import { useSignal } from "@preact/signals";
import type { TargetedEvent } from "preact";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { placeWords } from "../../words/place";
import { Problem } from "../feedback/problem";
import type { Position } from "../map/map-view";
import { isShortLink, positionIn } from "../map/read-position";

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
  const problem = useSignal<string | undefined>(undefined);
  const problemId = useId();
  const problemOf = (text: string): string | undefined => {
    if (text.trim() === "" || positionIn(text) !== undefined) return undefined;
    return isShortLink(text) ? words.shortLink : words.notRead;
  };
  const check = (text: string): void => field.current?.setCustomValidity(problemOf(text) ?? "");
  useLayoutEffect(() => {
    check(value);
    if (problemOf(value) === undefined) problem.value = undefined;
  }, [value]);
  return (
    <div class="entry">
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
          aria-invalid={problem.value !== undefined}
          aria-describedby={problem.value && problemId}
          onChange={(event) => {
            problem.value = problemOf(event.currentTarget.value);
            if (problem.value === undefined) entered?.(event);
          }}
        />
      </label>
      <div id={problemId}>
        <Problem text={problem.value} />
      </div>
    </div>
  );
}
