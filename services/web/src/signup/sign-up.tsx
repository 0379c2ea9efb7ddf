import { Check } from "virtual:icons";
import type { Vote } from "@polls/client";
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Control } from "../ballot/controls";
import { Icon } from "../parts/icon";
import type { PlacesProps, Visit } from "../session/visit";
import type { Words } from "../words";
import { type SignUpWords, signUpWords } from "../words/signup";

/** With more participants the names are not read. */
const NAMES_MAX = 300;

interface SignedUp {
  readonly voterId: string;
  readonly name: string;
}

/** A visit of a sign-up list, with its texts. */
export async function signUpVisit(visit: Visit): Promise<Visit> {
  await signUpWords.load(visit.words.locale);
  const words = signUpWords.words();
  const people = readPeople(visit);
  const Places = (props: PlacesProps) => (
    <PlacesOf {...props} visit={visit} words={words} people={people} />
  );
  return {
    ...visit,
    words: withTexts(visit.words, words.instead),
    signUp: { words, Button: buttonOf(words), Places },
  };
}

/** Texts in place of others, by their parts. */
const withTexts = (words: Words, instead: SignUpWords["instead"]): Words => ({
  ...words,
  ...Object.fromEntries(
    (Object.keys(instead) as (keyof typeof instead)[]).map((part) => [
      part,
      { ...words[part], ...instead[part] },
    ]),
  ),
});

const buttonOf =
  (words: SignUpWords): Control =>
  ({ value, set, label, disabled }) =>
    value === 1 ? (
      <>
        <strong class="signed-up">
          <Icon of={Check} /> {words.kept}
        </strong>
        {!disabled && (
          <button
            type="button"
            class="quiet"
            aria-label={`${words.giveUp}: ${label}`}
            onClick={() => set(undefined)}
          >
            {words.giveUp}
          </button>
        )}
      </>
    ) : disabled ? null : (
      <button type="button" aria-label={`${words.signUp}: ${label}`} onClick={() => set(1)}>
        {words.signUp}
      </button>
    );

/** Who signed up for each option, as far as this visitor may read it. */
function readPeople({
  client,
  data: { poll },
  pollId: poll_id,
}: Visit): ReadonlySignal<ReadonlyMap<string, readonly SignedUp[]>> {
  const people = signal<ReadonlyMap<string, readonly SignedUp[]>>(new Map());
  async function read(): Promise<void> {
    const names = new Map<string, string>();
    for await (const { id, user_name } of client().participants.list.all({ poll_id })) {
      if (user_name !== undefined && user_name !== null) names.set(id, user_name);
    }
    const found = new Map<string, SignedUp[]>();
    for await (const { vote, voter_id, option_id } of client().votes.list.all({ poll_id })) {
      const name = voter_id === null ? undefined : names.get(voter_id);
      if (!takesPlace(vote) || name === undefined || option_id === null) continue;
      found.set(option_id, [{ voterId: voter_id ?? "", name }, ...(found.get(option_id) ?? [])]);
    }
    people.value = found;
  }
  // Without the right to read them, or without a connection, no names are shown.
  if (poll.voters_count <= NAMES_MAX) read().catch(() => undefined);
  return people;
}

const takesPlace = (vote: Vote["vote"]): boolean => typeof vote === "number" && vote > 0;

function PlacesOf({
  option: { id, places, free_places, full },
  isTaken,
  visit: { data, participant },
  words,
  people,
}: PlacesProps & {
  readonly visit: Visit;
  readonly words: SignUpWords;
  readonly people: ReadonlySignal<ReadonlyMap<string, readonly SignedUp[]>>;
}) {
  const own = participant.value;
  const wasTaken = data.votes?.some(({ option_id, vote }) => option_id === id && takesPlace(vote));
  // The list was read before a change.
  const change = isTaken === undefined ? 0 : Number(wasTaken === true) - Number(isTaken);
  const free = free_places === undefined ? undefined : Math.max(0, free_places + change);
  const isFull = free === undefined ? full === true && wasTaken !== true : free === 0;
  const others = (people.value.get(id) ?? []).filter(
    ({ voterId }) => isTaken === undefined || voterId !== own?.id,
  );
  const names = [
    ...others.map(({ name }) => name),
    ...(isTaken === true && own?.user_name ? [own.user_name] : []),
  ];
  return (
    <div class="places">
      {(isFull || (free !== undefined && places !== undefined)) && (
        <p class={isFull ? "chip full" : "chip"}>
          {isFull ? words.full : words.free(free ?? 0, places ?? 0)}
        </p>
      )}
      {names.length > 0 && <p class="fine">{names.join(", ")}</p>}
    </div>
  );
}
