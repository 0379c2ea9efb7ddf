import { X } from "virtual:icons";
import { useRef } from "preact/hooks";
import { Field } from "../parts/form/field";
import { PositionField, textOfPosition } from "../parts/form/position-field";
import { PlaceMap } from "../parts/map/place-map";
import { positionIn } from "../parts/map/read-position";
import { Quiet } from "../parts/show/button";
import { Icon } from "../parts/show/icon";
import type { PageContext } from "../session/page-context";
import { newPlace, type PlaceDraft } from "../types/place-drafts";
import { placeWords } from "../words/place";

/** The places of a new poll: each has a name and coordinates, which a press on the map gives too. */
export function PlacesForm({
  places,
  change,
  context,
}: {
  readonly places: readonly PlaceDraft[];
  readonly change: (places: readonly PlaceDraft[]) => void;
  readonly context: PageContext;
}) {
  const words = placeWords.words();
  const { build } = context.words;
  const list = useRef<HTMLOListElement>(null);
  const put = (at: number, part: Partial<PlaceDraft>): void =>
    change(places.map((place, index) => (index === at ? { ...place, ...part } : place)));
  /** The next place without coordinates, else a new one, is there. */
  function set(latitude: number, longitude: number): void {
    const position = textOfPosition([longitude, latitude]);
    const free = places.findIndex((place) => place.position.trim() === "");
    const at = free < 0 ? places.length : free;
    change(places.toSpliced(at, 1, { ...(places[at] ?? newPlace), position }));
    requestAnimationFrame(() =>
      list.current?.querySelectorAll<HTMLInputElement>("input[name=name]")[at]?.focus(),
    );
  }
  const known = places.flatMap(({ name, position }, at) => {
    const found = positionIn(position);
    const location = found && ({ shape: "point", positions: [found], radius: undefined } as const);
    return location ? [{ id: String(at), number: at + 1, name, location }] : [];
  });
  return (
    <fieldset class="place">
      <legend class="label">{build.titleOf("place")}</legend>
      <ol ref={list} class="place-drafts">
        {places.map(({ name, position }, at) => (
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
              value={position}
              required
              isExplained={at === 0}
              set={(text) => put(at, { position: text })}
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
      <PlaceMap others={known} set={set} />
      <p class="fine">{words.pressMap}</p>
    </fieldset>
  );
}

/** The form with its texts. */
export const loadPlacesForm = (locale: string): Promise<typeof PlacesForm> =>
  placeWords.load(locale).then(() => PlacesForm);
