import { Check } from "virtual:icons";
import type { Vote } from "@polls/client";
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Control } from "../ballot/controls";
import { Icon } from "../parts/show/icon";
import type { PlacesProps, Visit } from "../session/visit";
import { type SignUpWords, signUpWords } from "../words/signup";

/** With more participants the names are not read. */
const NAMES_MAX = 300;
/** With more votes no names are shown: each visitor would read all of them. */
const VOTES_MAX = 1_000;

type SignedUp = readonly [voterId: string | null, name: string];

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
    words: {
      ...visit.words,
      poll: { ...visit.words.poll, ...words.poll },
      vote: { ...visit.words.vote, ...words.vote },
    },
    signUp: { words, Button: buttonOf(words), Places },
  };
}

const buttonOf =
  (words: SignUpWords): Control =>
  ({ value, set, label, disabled }) => {
    const isTaken = value === 1;
    const text = isTaken ? words.vote.clear : words.signUp;
    return (
      <>
        {isTaken && (
          <strong class="signed-up">
            <Icon of={Check} /> {words.kept}
          </strong>
        )}
        {!disabled && (
          <button
            type="button"
            class={isTaken ? "quiet" : ""}
            aria-label={`${text}: ${label}`}
            onClick={() => set(isTaken ? undefined : 1)}
          >
            {text}
          </button>
        )}
      </>
    );
  };

/** Who signed up for each option, as far as this visitor may read it. */
function readPeople({
  client,
  data: { poll },
  pollId: poll_id,
}: Visit): ReadonlySignal<ReadonlyMap<string, readonly SignedUp[]>> {
  const people = signal<ReadonlyMap<string, readonly SignedUp[]>>(new Map());
  async function read(): Promise<void> {
    const names = new Map<string | null, string | null | undefined>();
    for await (const { id, user_name } of client().participants.list.all({ poll_id })) {
      names.set(id, user_name);
    }
    const found = new Map<string, SignedUp[]>();
    let votes = 0;
    for await (const { vote, voter_id, option_id } of client().votes.list.all({ poll_id })) {
      votes += 1;
      if (votes > VOTES_MAX) return;
      const name = names.get(voter_id);
      if (takesPlace(vote) && name && option_id) {
        found.set(option_id, [[voter_id, name], ...(found.get(option_id) ?? [])]);
      }
    }
    people.value = found;
  }
  // Without the right to read them, or without a connection, no names are shown.
  if (poll.voters_count <= NAMES_MAX) read().catch(() => undefined);
  return people;
}

const takesPlace = (vote: Vote["vote"]): boolean => Number(vote) > 0;

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
  const wasTaken =
    data.votes?.some(({ option_id, vote }) => option_id === id && takesPlace(vote)) === true;
  // The list was read before a change.
  const change = isTaken === undefined ? 0 : Number(wasTaken) - Number(isTaken);
  const free = free_places === undefined ? undefined : Math.max(0, free_places + change);
  const isFull = free === undefined ? full === true && !wasTaken : free === 0;
  const names = (people.value.get(id) ?? []).flatMap(([voterId, name]) =>
    isTaken === undefined || voterId !== own?.id ? name : [],
  );
  if (isTaken && own?.user_name) names.push(own.user_name);
  const text = isFull
    ? words.full
    : free !== undefined && places !== undefined && words.free(free, places);
  return (
    <div class="places">
      {text && <p class={isFull ? "chip full" : "chip"}>{text}</p>}
      {names.length > 0 && <p class="fine">{names.join(", ")}</p>}
    </div>
  );
}
