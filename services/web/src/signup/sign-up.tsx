import { Check } from "virtual:icons";
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { type Control, choose, unchoose } from "../ballot/controls";
import { freePlacesOf, hadPlace, takesPlace } from "../ballot/free-places";
import { placeOf } from "../ballot/place";
import { fileNameOf, saveFile } from "../parts/page/save-file";
import { Quiet } from "../parts/show/button";
import { Icon } from "../parts/show/icon";
import { datesOf, nameOf } from "../parts/show/option-name";
import { pollPath } from "../poll/addresses";
import { type Answers, readAnswers } from "../session/read-answers";
import type { PlacesProps, SignUp, TakenProps, Visit } from "../session/visit";
import { optionTypeOf } from "../types/option-types";
import { type SignUpWords, signUpWords } from "../words/signup";
import { calendarFile, type OwnDate } from "./calendar-file";

type SignedUp = readonly [voterId: string | null, name: string];

export function signUpVisit(visit: Visit): Visit {
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
      results: { ...visit.words.results, ...words.results },
    },
    signUp: {
      words,
      takenIn,
      Button: buttonOf(words),
      Places,
      Taken: (props) => <Taken {...props} visit={visit} words={words} />,
    },
  };
}

/** A place is taken once it is saved. A held one is none before the confirmation. */
const takenIn: SignUp["takenIn"] = ({ marks }) =>
  new Set(
    [...marks.value].flatMap(([key, { value, former, isHeld, state }]) => {
      const isSaved = !isHeld && !["saving", "waiting", "chosen"].includes(state);
      return value && !former && isSaved ? placeOf(key).optionId : [];
    }),
  );

/** Signs up for an option, or gives the place up. Until the place is saved, it looks as before. */
export const buttonOf =
  (words: SignUpWords): Control =>
  (props) => {
    const { value, label, disabled, isSaving = false } = props;
    const isTaken = value === 1 && !isSaving;
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
            class="quiet"
            aria-label={`${text}: ${label}`}
            onClick={(event) => {
              if (isTaken) unchoose(props, event);
              else if (value !== 1) choose(props, 1);
            }}
          >
            {text}
          </button>
        )}
      </>
    );
  };

/** Who signed up for each option, as far as this visitor may read it. */
function readPeople(visit: Visit): ReadonlySignal<ReadonlyMap<string, readonly SignedUp[]>> {
  const answers = signal<Answers | undefined>(undefined);
  let before = "";
  effect(() => {
    void visit.renewed.value;
    const { poll, options, votes } = visit.data;
    const now = JSON.stringify([poll.voters_count, options, votes]);
    if (now !== before) void readAnswers(visit, answers);
    before = now;
  });
  return computed(() => {
    const found = new Map<string, SignedUp[]>();
    for (const { vote, voter_id, option_id } of answers.value?.votes ?? []) {
      const name = answers.value?.names.get(voter_id ?? "");
      if (takesPlace(vote) && name && option_id) {
        found.set(option_id, [[voter_id, name], ...(found.get(option_id) ?? [])]);
      }
    }
    return found;
  });
}

function PlacesOf({
  option,
  isTaken,
  visit: { data, participant },
  words,
  people,
}: PlacesProps & {
  readonly visit: Visit;
  readonly words: SignUpWords;
  readonly people: ReadonlySignal<ReadonlyMap<string, readonly SignedUp[]>>;
}) {
  const { id, places, full } = option;
  const own = participant.value;
  const free = freePlacesOf(option, data.votes, isTaken);
  const isFull = free === undefined ? full === true && !hadPlace(id, data.votes) : free === 0;
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

/** What the visitor signed up for, with a calendar file of its dates. */
function Taken({
  options,
  visit,
  words,
}: TakenProps & { readonly visit: Visit; readonly words: SignUpWords }) {
  const { data, pollId } = visit;
  const { title, settings } = data.poll;
  const dates = options.flatMap((option): readonly OwnDate[] => {
    const { id, content, start_date: start, end_date: end } = option;
    const daysIn = optionTypeOf(option).wholeDays ? (settings.timezone ?? "UTC") : undefined;
    const name = content === undefined ? title : `${title}: ${content}`;
    return start === undefined ? [] : [{ id, title: name, start, end, daysIn }];
  });
  const save = (): void => {
    const text = calendarFile(dates, new URL(pollPath(pollId), location.href).href, new Date());
    saveFile(new Blob([text], { type: "text/calendar" }), fileNameOf(title, "ics"));
  };
  return options.length === 0 ? (
    <p>{words.kept}</p>
  ) : (
    <>
      <p>{words.keptFor}</p>
      <ul class="taken">
        {options.map((option) => {
          const name = nameOf(option, visit);
          const when = datesOf(option, visit);
          return (
            <li key={option.id}>
              <strong>{name}</strong>
              {when !== undefined && when !== name && <p class="fine">{when}</p>}
            </li>
          );
        })}
      </ul>
      {dates.length > 0 && <Quiet onClick={save}>{words.final.file}</Quiet>}
    </>
  );
}
