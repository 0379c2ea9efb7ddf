import { X } from "virtual:icons";
import { useRef } from "preact/hooks";
import { Field } from "../parts/form/field";
import { PositionField, textOfPosition } from "../parts/form/position-field";
import { besideOf } from "../parts/map/beside";
import type { Position } from "../parts/map/map-view";
import { PlaceMap } from "../parts/map/place-map";
import { words as wordsOfMaps } from "../parts/map/places-map";
import { positionIn } from "../parts/map/read-position";
import { Quiet } from "../parts/show/button";
import { Icon } from "../parts/show/icon";
import { newPlace, type PlaceDraft } from "../types/place-drafts";
import { adminWords } from "../words/admin";
import { mapWords } from "../words/map";

export const words = wordsOfMaps;

/** Latitude and longitude, as the visitor writes them. */
const shownPosition = (position: Position): string =>
  adminWords.words().build.position(textOfPosition(position));

/** The places of a new poll: each has a name and coordinates, which a press on the map gives too. */
export function PlacesForm({
  places,
  change,
}: {
  readonly places: readonly PlaceDraft[];
  readonly change: (places: readonly PlaceDraft[]) => void;
}) {
  const words = mapWords.words();
  const { build } = adminWords.words();
  const list = useRef<HTMLOListElement>(null);
  const put = (at: number, part: Partial<PlaceDraft>): void =>
    change(places.map((place, index) => (index === at ? { ...place, ...part } : place)));
  /** The next place that has none gets the position, else a new one. */
  function set(latitude: number, longitude: number): void {
    const free = places.findIndex((place) => place.at === undefined);
    const index = free < 0 ? places.length : free;
    const { name } = places[index] ?? newPlace;
    const text = shownPosition([longitude, latitude]);
    change(places.toSpliced(index, 1, { name, text, at: positionIn(text) }));
    requestAnimationFrame(() =>
      list.current?.querySelectorAll<HTMLInputElement>("input[name=name]")[index]?.focus(),
    );
  }
  const known = places.flatMap(({ name, at }, index) => {
    const location = at && ({ shape: "point", positions: [at], radius: undefined } as const);
    return location ? [{ id: String(index), number: index + 1, name, location }] : [];
  });
  return (
    <fieldset class="place">
      <legend class="label">{build.titleOf("place")}</legend>
      <ol ref={list} class="place-drafts">
        {places.map(({ name, at: position, text }, at) => (
          <li key={at}>
            <Field
              label={`${at + 1}. ${words.name}`}
              name="name"
              required
              maxLength={1_000}
              autocomplete="off"
              value={name}
              onInput={({ currentTarget }) => put(at, { name: currentTarget.value })}
            />
            <PositionField
              value={text ?? (position ? shownPosition(position) : "")}
              required
              isExplained={at === 0}
              set={(typed) => put(at, { text: typed, at: positionIn(typed) })}
            />
            {places.length > 1 && (
              <button
                type="button"
                class="close"
                aria-label={build.entryRemove(name || String(at + 1))}
                onClick={() => change(places.toSpliced(at, 1))}
              >
                <Icon of={X} />
              </button>
            )}
          </li>
        ))}
      </ol>
      <Quiet onClick={() => change([...places, newPlace])}>{build.things.place[2]}</Quiet>
      <PlaceMap beside={besideOf(known)} set={set} />
      <p class="fine">{words.pressMap}</p>
    </fieldset>
  );
}
