import { MapPin } from "virtual:icons";
import { type Signal, useSignal } from "@preact/signals";
import type { ComponentChildren, TargetedEvent } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { pageWords } from "../../words";
import { placeWords } from "../../words/place";
import { type OtherPlace, PlaceMap } from "../map/place-map";
import { degreesText } from "../show/degrees";
import { Icon } from "../show/icon";

const DECIMALS = 5;
/** From -90 to 90, and from -180 to 180, with decimals. */
const latitudes = "\\s*-?(90([.,]0+)?|[1-8]?\\d([.,]\\d+)?)\\s*";
const longitudes = "\\s*-?(180([.,]0+)?|(1[0-7]\\d|[1-9]?\\d)([.,]\\d+)?)\\s*";

interface Props {
  /** Longitude and latitude. */
  readonly initial?: readonly number[] | undefined;
  /** The places that the map shows. */
  readonly others?: readonly OtherPlace[];
  readonly legend?: ComponentChildren;
  readonly problemId?: string | undefined;
  readonly required?: boolean;
  readonly disabled?: boolean;
  /** Called with a point from the map or the device: latitude and longitude. */
  readonly chosen?: (text: string) => void;
  /** Called when a coordinate was entered. The text is empty until both are. */
  readonly entered?: (event: TargetedEvent<HTMLInputElement>, text: string) => void;
}

/** A point: by coordinates, on a map of the world, or the visitor's position. No requests to other hosts. */
export function LocationField({
  initial = [],
  others = [],
  legend,
  problemId,
  required = true,
  disabled = false,
  chosen,
  entered,
}: Props) {
  const words = placeWords.words();
  const latitude = useSignal(String(initial[1] ?? ""));
  const longitude = useSignal(String(initial[0] ?? ""));
  const problem = useSignal<string | undefined>(undefined);
  const details = useRef<HTMLDetailsElement>(null);
  const field = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    const form = field.current?.form;
    form?.addEventListener("reset", clear);
    return () => form?.removeEventListener("reset", clear);
  }, []);

  const set = (lat: number, long: number): void => {
    latitude.value = String(Number(lat.toFixed(DECIMALS)));
    longitude.value = String(Number(long.toFixed(DECIMALS)));
    problem.value = undefined;
    chosen?.(`${latitude.value}, ${longitude.value}`);
  };
  const clear = (): void => {
    latitude.value = "";
    longitude.value = "";
    problem.value = undefined;
  };
  const locate = (): void => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => set(coords.latitude, coords.longitude),
      () => (problem.value = words.noPosition),
    );
  };

  const [lat, long] = [latitude.value, longitude.value].map((text) =>
    text === "" ? Number.NaN : Number(text.replace(",", ".")),
  );
  const leave = (event: TargetedEvent<HTMLInputElement>): void => {
    const both = [latitude.value, longitude.value].map((text) => text.trim().replace(",", "."));
    entered?.(event, both.includes("") ? "" : both.join(", "));
  };
  const isPoint = lat !== undefined && long !== undefined && Number.isFinite(lat + long);
  return (
    <fieldset ref={field} class="place" disabled={disabled} aria-describedby={problemId}>
      <legend class="label">{legend ?? words.place}</legend>
      {"geolocation" in navigator && !disabled && (
        <button type="button" class="locate" onClick={locate}>
          <Icon of={MapPin} />
          {words.locate}
        </button>
      )}
      <PlaceMap point={isPoint ? [long, lat] : undefined} {...{ others, disabled, set }} />
      <p role="status">
        {isPoint ? (
          <>
            <Icon of={MapPin} /> <strong>{degreesText([long, lat], pageWords.words())}</strong>
          </>
        ) : (
          <span class="fine">{words.tap}</span>
        )}
      </p>
      {/* What is wrong there is seen. */}
      <details ref={details} onInvalidCapture={() => details.current?.setAttribute("open", "")}>
        <summary>{words.enter}</summary>
        <div class="coordinates">
          <Coordinate
            {...{ name: "latitude", label: words.latitude, pattern: latitudes }}
            {...{ required, leave }}
            value={latitude}
          />
          <Coordinate
            {...{ name: "longitude", label: words.longitude, pattern: longitudes }}
            {...{ required, leave }}
            value={longitude}
          />
        </div>
      </details>
      {problem.value !== undefined && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
    </fieldset>
  );
}

function Coordinate({
  name,
  label,
  pattern,
  value,
  required,
  leave,
}: {
  readonly name: string;
  readonly label: string;
  readonly pattern: string;
  readonly value: Signal<string>;
  readonly required: boolean;
  readonly leave: (event: TargetedEvent<HTMLInputElement>) => void;
}) {
  return (
    <label class="entry">
      {label}
      <input
        type="text"
        inputMode="decimal"
        name={name}
        required={required}
        pattern={pattern}
        value={value.value}
        onInput={({ currentTarget }) => (value.value = currentTarget.value)}
        onChange={leave}
      />
    </label>
  );
}

/** The entered point, as `data` of an option; undefined: the form has no such field. */
export function pointIn(
  entered: FormData,
): { readonly coordinates: readonly (readonly [number, number])[] } | undefined {
  const [latitude, longitude] = ["latitude", "longitude"].map((name) => entered.get(name));
  if (typeof latitude !== "string" || typeof longitude !== "string") return undefined;
  return { coordinates: [[degrees(longitude), degrees(latitude)]] };
}

const degrees = (text: string): number => Number(text.trim().replace(",", "."));
