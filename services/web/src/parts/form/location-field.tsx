import { MapPin } from "virtual:icons";
import { useSignal } from "@preact/signals";
import type { ComponentChildren, TargetedEvent } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { pageWords } from "../../words";
import { placeWords } from "../../words/place";
import { Problem } from "../feedback/problem";
import type { Position } from "../map/map-view";
import { type Beside, PlaceMap } from "../map/place-map";
import { positionIn } from "../map/read-position";
import { degreesText } from "../show/degrees";
import { Icon } from "../show/icon";
import { PositionField, textOfPosition } from "./position-field";

interface Props {
  /** Longitude and latitude. */
  readonly initial?: readonly number[] | undefined;
  readonly beside?: Beside | undefined;
  readonly legend?: ComponentChildren;
  readonly problemId?: string | undefined;
  readonly required?: boolean;
  readonly disabled?: boolean;
  /** Called with a point from the map or the device: latitude and longitude. */
  readonly chosen?: (text: string) => void;
  /** Called when coordinates were entered, with latitude and longitude. */
  readonly entered?: (event: TargetedEvent<HTMLInputElement>, text: string) => void;
}

/** A point: by coordinates, the link of a map, on a map of the world, or the visitor's position. No requests to other hosts. */
export function LocationField({
  initial = [],
  beside,
  legend,
  problemId,
  required = true,
  disabled = false,
  chosen,
  entered,
}: Props) {
  const words = placeWords.words();
  const [longitude, latitude] = initial;
  const text = useSignal(latitude === undefined ? "" : `${latitude}, ${longitude}`);
  const problem = useSignal<string | undefined>(undefined);
  const details = useRef<HTMLDetailsElement>(null);
  const field = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // What the form has kept over a reload stands in the field alone.
    const kept = field.current?.querySelector<HTMLInputElement>("[name=coordinates]");
    text.value = kept?.value ?? text.value;
    const form = field.current?.form;
    form?.addEventListener("reset", clear);
    return () => form?.removeEventListener("reset", clear);
  }, []);

  const set = (lat: number, long: number): void => {
    text.value = textOfPosition([long, lat]);
    problem.value = undefined;
    chosen?.(text.value);
  };
  const clear = (): void => {
    text.value = "";
    problem.value = undefined;
  };
  const locate = (): void => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => set(coords.latitude, coords.longitude),
      () => (problem.value = words.noPosition),
    );
  };

  /** A text without a position leaves the point that was there. */
  const known = useRef<Position | undefined>(undefined);
  const read = positionIn(text.value);
  if (read !== undefined || text.value.trim() === "") known.current = read;
  const point = known.current;
  return (
    <fieldset ref={field} class="place" disabled={disabled} aria-describedby={problemId}>
      <legend class="label">{legend ?? words.place}</legend>
      {"geolocation" in navigator && !disabled && (
        <button type="button" class="locate" onClick={locate}>
          <Icon of={MapPin} />
          {words.locate}
        </button>
      )}
      <PlaceMap {...{ point, beside, disabled, set }} />
      <p role="status">
        {point !== undefined ? (
          <>
            <Icon of={MapPin} /> <strong>{degreesText(point, pageWords.words())}</strong>
          </>
        ) : (
          <span class="fine">{words.tap}</span>
        )}
      </p>
      {/* What is wrong there is seen, also on pages of polls, which do not load `openClosedParts`. */}
      <details ref={details} onInvalidCapture={() => details.current?.setAttribute("open", "")}>
        <summary>{words.enter}</summary>
        <PositionField
          required={required}
          value={text.value}
          set={(typed) => (text.value = typed)}
          entered={(event) => entered?.(event, point === undefined ? "" : textOfPosition(point))}
        />
      </details>
      <Problem text={problem.value} />
    </fieldset>
  );
}

/** The entered point, as `data` of an option; undefined: the form has no such field. */
export function pointIn(
  entered: FormData,
): { readonly coordinates: readonly Position[] } | undefined {
  const text = entered.get("coordinates");
  const point = typeof text === "string" ? positionIn(text) : undefined;
  return point && { coordinates: [point] };
}
