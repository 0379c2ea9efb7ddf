import { Minus, Plus } from "virtual:icons";
import type { CreatePoll } from "@polls/client";
import { nameOption, shortDateFormat } from "@polls/domain/naming";
import { formatAmount } from "@polls/domain/payments";
import { type Signal, useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { picks, type VoteValue } from "../ballot/controls";
import { takesPlace } from "../ballot/free-places";
import { picksOf } from "../ballot/rules";
import { DragHandle } from "../parts/form/drag-handle";
import { Field } from "../parts/form/field";
import { useKeptFocus, useSlides } from "../parts/list/pages";
import { locationOf } from "../parts/map/location";
import { onDemand } from "../parts/page/on-demand";
import { Quiet } from "../parts/show/button";
import { unbroken } from "../parts/show/dates";
import { Icon } from "../parts/show/icon";
import { buttonOf } from "../signup/sign-up";
import { type JobName, jobOf } from "../types/poll-jobs";
import { usualPollType } from "../types/poll-types";
import { voteTypes } from "../types/vote-types";
import { pageWords, type Words } from "../words";
import { signUpWords } from "../words/signup";
import { JobIcon } from "./job-icon";

/** What participants are going to see of a poll that is not created yet. */
export function Preview({
  name,
  draft,
  isExample,
  title,
  currency,
}: {
  readonly name: JobName;
  readonly draft: CreatePoll;
  readonly isExample: boolean;
  readonly title: string;
  /** Of prices, ISO 4217. Undefined: the poll has none. */
  readonly currency: string | undefined;
}) {
  const words = pageWords.words();
  const Content = contentOf(name);
  const names = (draft.options ?? []).map((option) => optionName(option, words));
  return (
    <section aria-labelledby="preview-title" class={isExample ? "preview example" : "preview"}>
      <div class="card">
        <h2 id="preview-title" class="fine">
          {title}
        </h2>
        <p class="lead">
          <strong>{draft.poll.title === "" ? "…" : draft.poll.title}</strong>
        </p>
        <Content names={names} draft={draft} words={words} currency={currency} />
      </div>
    </section>
  );
}

interface ContentProps {
  readonly names: readonly string[];
  readonly draft: CreatePoll;
  readonly words: Words;
  readonly currency: string | undefined;
}

/** What a new option is called. Its times are shown as they were entered. */
function optionName({ content, start_date, end_date }: NewOption, words: Words): string {
  const moment = (text: string | null | undefined) =>
    text ? new Date(text.includes("T") ? `${text}Z` : `${text}T00:00Z`) : undefined;
  const wholeDays = start_date?.includes("T") === false;
  const nameless = {
    kind: "option",
    start_date: moment(start_date),
    end_date: moment(end_date),
    wholeDays,
  } as const;
  const reader = { ...words, timezone: "UTC", dateFormat: shortDateFormat };
  return content || unbroken(nameOption(nameless, reader));
}

type NewOption = NonNullable<CreatePoll["options"]>[number];

function contentOf(name: JobName) {
  const { form, votes } = jobOf(name);
  if (form === "questions") return Step;
  if (form === "columns") return Columns;
  if (form === "doors") return Doors;
  if (form === "files") return Pictures;
  if (form === "places") return Places;
  return votes.length === 0 ? Pair : Options;
}

/** More are not needed to see what the list looks like. */
const OPTIONS_MAX = 5;

function Options({ names, draft, words, currency }: ContentProps) {
  const values = useSignal<Values>({});
  const { poll } = draft;
  const settings = draft.settings ?? {};
  const signUp =
    settings.limit_per_option_type === "limit_individual" ? signUpWords.words() : undefined;
  const SignUpButton = useMemo(() => signUp && buttonOf(signUp), [signUp]);
  const type = settings.vote_type ? voteTypes[settings.vote_type] : undefined;
  const sold = settings.voting_fee_type === "voting_sell_votes";
  const price = priceIn(currency, settings.voting_fee, words);
  const pick =
    signUp === undefined
      ? picksOf(
          {
            type,
            bounds: settings.vote_limit_per_voter === 1 ? { vote_limit_per_voter: 1 } : {},
            sold,
          },
          { type: poll.type ?? usualPollType },
        )
      : undefined;
  const Control = SignUpButton ?? (pick === undefined ? type?.control : picks[pick]);
  const shown = (names.length === 0 ? ["…"] : names.slice(0, OPTIONS_MAX)).map((name, at) => ({
    name,
    at,
  }));
  const ranking = ranksIn(values);
  const order = ranking.order();
  const isRanked = type?.unique === true && names.length > 1;
  useKeptFocus(order.join(" "));
  useSlides(".preview .option", order.join(" "));
  const placed = ({ at }: { readonly at: number }): number =>
    Number(values.value[at] ?? OPTIONS_MAX + 1);
  if (isRanked) shown.sort((one, other) => placed(one) - placed(other));
  return (
    <>
      <ul class="options">
        {shown.map(({ name, at }) => {
          const places = draft.options?.[at]?.settings?.voter_limit;
          const free = Number(places) - Number(takesPlace(values.value[at]));
          return (
            <li key={at} class={pick === undefined ? "option" : "option choice-row"}>
              <strong class="about">{name}</strong>
              {isRanked && <DragHandle ranking={ranking} id={String(at)} name={name} />}
              {typeof places === "number" && <p class="chip">{signUp?.free(free, places)}</p>}
              <div class="row vote">
                {sold && <SoldVote price={price} label={name} words={words} />}
                {!sold && Control !== undefined && (
                  <Control
                    value={values.value[at]}
                    set={(value) => {
                      if (isRanked && value === undefined) ranking.leave(String(at));
                      else if (isRanked) ranking.move(String(at), Number(value) - 1);
                      else
                        values.value = { ...(pick === "radio" ? {} : values.value), [at]: value };
                    }}
                    name={pick === "radio" ? "preview" : `preview-${at}`}
                    label={name}
                    disabled={false}
                    bounds={{}}
                    left={undefined}
                    options={names.length}
                    words={words}
                  />
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {names.length > OPTIONS_MAX && <p class="fine">…</p>}
    </>
  );
}

type Values = Readonly<Record<number, VoteValue | undefined>>;

/** The options with a rank, and how they are moved, as on the page of the poll. */
function ranksIn(values: Signal<Values>) {
  const order = (): readonly string[] =>
    Object.keys(values.value).sort((one, other) => rankOf(one) - rankOf(other));
  const rankOf = (id: string): number => Number(values.value[Number(id)]);
  const rank = (ids: readonly string[]): void => {
    values.value = Object.fromEntries(ids.map((id, at) => [id, at + 1]));
  };
  const without = (id: string): readonly string[] => order().filter((each) => each !== id);
  return {
    order,
    move: (id: string, at: number) => rank(without(id).toSpliced(at, 0, id)),
    leave: (id: string) => rank(without(id)),
  };
}

/** What a number of votes costs, as text. Undefined: the price is not entered yet. */
const priceIn = (
  currency: string | undefined,
  fee: number | null | undefined,
  { locale }: Words,
): ((votes: number) => string) | undefined =>
  typeof fee === "number" && currency !== undefined
    ? (votes) => formatAmount(votes * fee, currency, locale)
    : undefined;

/** What `SoldVotes` shows before a purchase; with that, every page of a poll would load more. */
function SoldVote({
  price,
  label,
  words: { vote: texts },
}: {
  readonly price: ((votes: number) => string) | undefined;
  readonly label: string;
  readonly words: Words;
}) {
  const votes = useSignal(1);
  return (
    <div class="row field order">
      <span class="fine" aria-hidden="true">
        {texts.sold}
      </span>
      <span class="stepper">
        <button
          type="button"
          aria-label={`${texts.less}: ${label}`}
          disabled={!(votes.value > 1)}
          onClick={() => votes.value--}
        >
          <Icon of={Minus} />
        </button>
        <input
          aria-label={`${texts.sold}: ${label}`}
          type="number"
          min={1}
          value={votes.value}
          onInput={({ currentTarget }) => (votes.value = currentTarget.valueAsNumber)}
        />
        <button
          type="button"
          aria-label={`${texts.more}: ${label}`}
          onClick={() => (votes.value = (votes.value || 0) + 1)}
        >
          <Icon of={Plus} />
        </button>
      </span>
      {price !== undefined && votes.value > 0 && <output>{price(votes.value)}</output>}
      <Quiet aria-label={`${texts.buy}: ${label}`}>{texts.buy}</Quiet>
    </div>
  );
}

function Step({ names: [question = "…"], draft, words }: ContentProps) {
  const [step] = draft.options ?? [];
  const [input] = step?.children ?? [];
  const { input_type: type, settings } = (input ?? {}) as NewOption;
  const several = type === "multi_select" || type === "checkbox";
  const choices = settings?.allowed_values ?? [];
  return (
    <div class="step">
      <p class="fine">{words.survey.step(1)}</p>
      {choices.length === 0 ? (
        <Field label={question} autocomplete="off" />
      ) : (
        <fieldset class="entry">
          <legend>{question}</legend>
          {choices.map((choice) => (
            <label key={choice} class="check">
              <input type={several ? "checkbox" : "radio"} name="preview" /> {choice}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}

const Pictures = (props: ContentProps) => (
  <>
    <JobIcon name="contest" />
    <Options {...props} />
  </>
);

const PlacesMap = onDemand(() => import("../parts/map/places-map"), "PlacesMap");

function Places(props: ContentProps) {
  const { draft, names } = props;
  const places = (draft.options ?? []).flatMap(({ data }, at) => {
    const location = locationOf({ data: data ?? {} });
    const number = at + 1;
    return location ? [{ id: String(at), number, name: names[at] ?? "", location }] : [];
  });
  return (
    <>
      {places.length > 0 && <PlacesMap places={places} />}
      <Options {...props} names={names.map((name, at) => `${at + 1}. ${name}`)} />
    </>
  );
}

function Columns({ names, words }: ContentProps) {
  return (
    <div class="scroller">
      <table>
        <thead>
          <tr>
            {[words.table.name, ...names].map((name, at) => (
              <th key={at} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
      </table>
    </div>
  );
}

const Pair = ({ names: [left = "…", right = "…"], words }: ContentProps) => (
  <>
    <p>{words.pairwise.rule}</p>
    <div class="pair">
      {[left, right].map((name, at) => (
        <button key={at === 0 ? "left" : "right"} type="button" class="quiet side">
          {name}
        </button>
      ))}
    </div>
  </>
);

const Doors = ({ names, words }: ContentProps) => (
  <ul class="options calendar doors">
    {names.map((_, at) => (
      <li key={at} class="door">
        <h2>
          <span class="unseen">{words.calendar.door}</span> {at + 1}
        </h2>
      </li>
    ))}
  </ul>
);
