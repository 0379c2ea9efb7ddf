import { type Signal, useSignal } from "@preact/signals";
import { Coastlines } from "../parts/show/coastlines";
import type { Words } from "../words";

const LINE_EVERY_DEGREES = 30;
const DECIMALS = 5;
const meridians = Array.from({ length: 13 }, (_, at) => at * LINE_EVERY_DEGREES - 180);
const parallels = Array.from({ length: 7 }, (_, at) => at * LINE_EVERY_DEGREES - 90);
/** From -90 to 90, and from -180 to 180, with decimals. */
const latitudes = "\\s*-?(90([.,]0+)?|[1-8]?\\d([.,]\\d+)?)\\s*";
const longitudes = "\\s*-?(180([.,]0+)?|(1[0-7]\\d|[1-9]?\\d)([.,]\\d+)?)\\s*";

/** A point: by coordinates, on a map of the world, or the visitor's position. No requests to other hosts. */
export function LocationField({
  words,
  initial = [],
}: {
  readonly words: Words;
  /** Longitude and latitude. */
  readonly initial?: readonly number[] | undefined;
}) {
  const latitude = useSignal(String(initial[1] ?? ""));
  const longitude = useSignal(String(initial[0] ?? ""));
  const problem = useSignal<string | undefined>(undefined);

  const set = (lat: number, long: number): void => {
    latitude.value = String(Number(lat.toFixed(DECIMALS)));
    longitude.value = String(Number(long.toFixed(DECIMALS)));
    problem.value = undefined;
  };
  const locate = (): void => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => set(coords.latitude, coords.longitude),
      () => {
        problem.value = words.submission.noPosition;
      },
    );
  };

  const [lat, long] = [latitude.value, longitude.value].map((text) =>
    text === "" ? Number.NaN : Number(text.replace(",", ".")),
  );
  const isPoint = lat !== undefined && long !== undefined && Number.isFinite(lat + long);
  return (
    <fieldset class="files">
      <legend class="label">{words.submission.place}</legend>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keyboards enter the coordinates below */}
      <svg
        class="world"
        viewBox="-180 -90 360 180"
        role="img"
        aria-label={words.submission.world}
        onClick={({ currentTarget, clientX, clientY }) => {
          const { left, top, width, height } = currentTarget.getBoundingClientRect();
          set(90 - (180 * (clientY - top)) / height, (360 * (clientX - left)) / width - 180);
        }}
      >
        <Coastlines />
        {meridians.map((at) => (
          <line key={`m${at}`} x1={at} x2={at} y1={-90} y2={90} class={at === 0 ? "zero" : ""} />
        ))}
        {parallels.map((at) => (
          <line key={`p${at}`} y1={at} y2={at} x1={-180} x2={180} class={at === 0 ? "zero" : ""} />
        ))}
        {isPoint && <circle cx={long} cy={-lat} r={5} />}
      </svg>
      <div class="ways">
        <button type="button" class="quiet" onClick={locate}>
          {words.submission.locate}
        </button>
      </div>
      <Coordinate
        {...{ name: "latitude", label: words.submission.latitude, pattern: latitudes }}
        value={latitude}
      />
      <Coordinate
        {...{ name: "longitude", label: words.submission.longitude, pattern: longitudes }}
        value={longitude}
      />
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
}: {
  readonly name: string;
  readonly label: string;
  readonly pattern: string;
  readonly value: Signal<string>;
}) {
  return (
    <label class="entry">
      {label}
      <input
        type="text"
        inputMode="decimal"
        name={name}
        required
        pattern={pattern}
        value={value.value}
        onInput={({ currentTarget }) => {
          value.value = currentTarget.value;
        }}
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
