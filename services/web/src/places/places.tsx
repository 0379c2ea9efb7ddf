import { MapPin } from "virtual:icons";
import type { OptionListItem } from "@polls/client";
import { type Signal, signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Problem } from "../parts/feedback/problem";
import { besideOf } from "../parts/map/beside";
import { distanceText, metersAlong, metersBetween } from "../parts/map/distances";
import { centerOf, locationOf, numberedPlaces, type OptionLocation } from "../parts/map/location";
import type { Position } from "../parts/map/map-view";
import { pinIdOf } from "../parts/map/pins";
import type { Beside } from "../parts/map/place-map";
import { PlacesMap } from "../parts/map/places-map";
import { Quiet } from "../parts/show/button";
import { degreesText } from "../parts/show/degrees";
import { Icon } from "../parts/show/icon";
import { nameOf } from "../parts/show/option-name";
import type { Visit } from "../session/visit";
import { mapWords } from "../words/map";

/** What the parts of a page know of each other. */
interface Shown {
  readonly visit: Visit;
  readonly chosen: Signal<string | undefined>;
  /** The places on the map. */
  readonly onMap: Signal<ReadonlySet<string>>;
  /** They, on the map of the form for a new one. */
  readonly beside: Signal<Beside | undefined>;
  /** Where the visitor is. It leaves the browser nowhere. */
  readonly own: Signal<Position | undefined>;
}

export function placesVisit(visit: Visit): Visit {
  const shown: Shown = {
    visit,
    chosen: signal(undefined),
    onMap: signal(new Set()),
    beside: signal(undefined),
    own: signal(undefined),
  };
  return {
    ...visit,
    places: {
      Map: (props) => <ListMap {...props} {...shown} />,
      Around: ({ options, children }) =>
        options.length > MAP_MAX ? (
          children
        ) : (
          <div class="mapped">
            <ListMap options={options} {...shown} />
            {children}
          </div>
        ),
      beside: shown.beside,
      Number: (props) => <NumberOf {...props} {...shown} />,
      Note: (props) => <Note {...props} {...shown} />,
    },
  };
}

/** More places are not rendered at once. */
const MAP_MAX = 100;

/** Higher than the map of the world, which few polls need. */
const RATIO = 1.5;

const numberIdOf = (id: string): string => `place-${id}`;

/** The focus goes to the element, which the page scrolls to. */
function goTo(id: string): void {
  const element = document.getElementById(id);
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "center" });
}

function ListMap({
  options,
  visit,
  chosen,
  onMap,
  beside,
  own,
}: Shown & { readonly options: readonly OptionListItem[] }) {
  const words = mapWords.words();
  const isUnknown = useSignal(false);
  const places = numberedPlaces(options, (option) => nameOf(option, visit));
  const ids = places.map(({ id }) => id).join();
  useEffect(() => {
    onMap.value = new Set(places.map(({ id }) => id));
    beside.value = besideOf(places);
  }, [ids]);
  if (places.length === 0) return null;
  return (
    <div class="where">
      <PlacesMap
        places={places}
        ratio={RATIO}
        own={own.value}
        chosen={{
          id: chosen.value,
          targetOf: numberIdOf,
          choose: (id) => {
            chosen.value = id;
            goTo(numberIdOf(id));
          },
        }}
      />
      {"geolocation" in navigator && own.value === undefined && (
        <Quiet
          onClick={() =>
            navigator.geolocation.getCurrentPosition(
              ({ coords }) => (own.value = [coords.longitude, coords.latitude]),
              () => (isUnknown.value = true),
            )
          }
        >
          <Icon of={MapPin} />
          {words.distances}
        </Quiet>
      )}
      <Problem text={isUnknown.value && own.value === undefined ? words.noDistances : undefined} />
    </div>
  );
}

function NumberOf({ option, chosen, onMap }: Shown & { readonly option: OptionListItem }) {
  const { id, position } = option;
  if (!onMap.value.has(id)) return null;
  return (
    <a
      id={numberIdOf(id)}
      class="pin"
      href={`#${pinIdOf(id)}`}
      aria-label={mapWords.words().onMap(String(position))}
      aria-current={chosen.value === id}
      onClick={(event) => {
        event.preventDefault();
        chosen.value = id;
        // A pin outside the part of the map is there once the map has moved.
        requestAnimationFrame(() => goTo(pinIdOf(id)));
      }}
    >
      {position}
    </a>
  );
}

/** How long or large a place is, how far it is from the visitor, and a map with streets. */
function Note({ option, visit, own }: Shown & { readonly option: OptionListItem }) {
  const location = locationOf(option);
  if (location === undefined) return null;
  const words = mapWords.words();
  const { locale } = visit.words;
  const [longitude, latitude] = centerOf(location);
  const facts = [
    sizeOf(location, locale) ?? degreesText([longitude, latitude], visit.words),
    own.value &&
      words.fromHere(distanceText(metersBetween(own.value, [longitude, latitude]), locale)),
  ].filter(Boolean);
  const at = `${latitude.toFixed(5)}/${longitude.toFixed(5)}`;
  return (
    <p class="row fine where-it-is">
      {facts.map((fact) => (
        <span key={fact}>{fact}</span>
      ))}
      <a
        href={`https://www.openstreetmap.org/?mlat=${at.replace("/", "&mlon=")}#map=16/${at}`}
        rel="noopener noreferrer nofollow"
        target="_blank"
      >
        {words.open}
        <span class="unseen">: {nameOf(option, visit)}</span>
      </a>
    </p>
  );
}

function sizeOf({ shape, positions, radius }: OptionLocation, locale: string): string | undefined {
  const words = mapWords.words();
  if (shape === "route") return words.route(distanceText(metersAlong(positions), locale));
  return radius === undefined ? undefined : words.within(distanceText(radius, locale));
}
