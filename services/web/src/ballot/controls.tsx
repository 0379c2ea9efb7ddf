import type { Poll } from "@polls/client";
import type { ComponentType } from "preact";
import { Input, useEnteredText } from "../parts/input";
import type { Words } from "../words";

/** What bounds the votes on the options of a list, and how dots look. */
export type Bounds = Pick<
  Poll["settings"],
  "vote_limit_per_option" | "vote_limit_per_option_min" | "vote_limit_per_voter" | "dot_vote_icon"
>;
export type VoteValue = number | string;

/** The properties of every control. */
export interface ControlProps {
  readonly value: VoteValue | undefined;
  readonly set: (value: VoteValue | undefined) => void;
  /** Unique on the page, for groups of radio buttons. */
  readonly name: string;
  /** The label of the option, for screen readers. */
  readonly label: string;
  readonly disabled: boolean;
  readonly bounds: Bounds;
  /** The remaining votes of the participant; undefined: no limit. */
  readonly left: number | undefined;
  /** How many options can be voted on. */
  readonly options: number;
  readonly words: Words;
}

interface Choice {
  readonly value: number;
  readonly text: string;
  /** Shown in place of the text. */
  readonly sign?: string;
}

export type Control = ComponentType<ControlProps>;

const choicesOf =
  (choices: (props: ControlProps) => readonly Choice[]): Control =>
  (props) => {
    const { value, set, name, label, disabled } = props;
    return (
      <fieldset class="choices" disabled={disabled}>
        <legend class="unseen">{label}</legend>
        {choices(props).map((choice) => (
          <label key={choice.value} class="choice">
            <input
              type="radio"
              name={name}
              checked={value === choice.value}
              onChange={() => set(choice.value)}
            />
            <span>
              {choice.sign === undefined ? (
                choice.text
              ) : (
                <>
                  <span aria-hidden="true">{choice.sign}</span>
                  <span class="unseen">{choice.text}</span>
                </>
              )}
            </span>
          </label>
        ))}
      </fieldset>
    );
  };

/** A button for one value, which sets or withdraws it. */
const toggleOf =
  (text: (words: Words) => string, sign: string): Control =>
  ({ value, set, label, disabled, words }) => {
    const given = value === 1;
    return (
      <button
        type="button"
        class="toggle"
        aria-pressed={given}
        aria-label={`${text(words)}: ${label}`}
        disabled={disabled}
        onClick={() => set(given ? undefined : 1)}
      >
        <span aria-hidden="true">{sign}</span> {text(words)}
      </button>
    );
  };

/** A field that saves once the visitor leaves it or presses Enter. */
const fieldOf =
  (
    type: "number" | "text" | "date",
    text: (words: Words) => string,
    attributes: { readonly step?: string; readonly min?: number; readonly maxLength?: number } = {},
  ): Control =>
  ({ value, set, label, disabled, words }) => (
    <label class="field">
      <span class="unseen">
        {text(words)}: {label}
      </span>
      <span class="fine" aria-hidden="true">
        {text(words)}
      </span>{" "}
      <Input
        {...attributes}
        type={type}
        value={value ?? ""}
        disabled={disabled}
        onChange={({ currentTarget }) => {
          const entered = currentTarget.value.trim();
          if (!currentTarget.checkValidity()) currentTarget.reportValidity();
          else if (entered === "") set(undefined);
          else set(type === "number" ? Number(entered) : entered);
        }}
      />
    </label>
  );

const STARS = 5;
const RANGE_END = 10;

export const Range: Control = ({ value, set, label, disabled, bounds, words }) => {
  const min = bounds.vote_limit_per_option_min ?? 0;
  const max = bounds.vote_limit_per_option ?? RANGE_END;
  return (
    <label class="range">
      <span class="unseen">
        {words.vote.range}: {label}
      </span>
      <span aria-hidden="true">{min}</span>
      <input
        type="range"
        min={min}
        max={max}
        step={1}
        value={value ?? min}
        aria-valuetext={value === undefined ? "–" : String(value)}
        class={value === undefined ? "unset" : ""}
        disabled={disabled}
        onChange={({ currentTarget }) => set(currentTarget.valueAsNumber)}
        // A first vote for the initial value of the slider causes no change event.
        onClick={({ currentTarget }) => value === undefined && set(currentTarget.valueAsNumber)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === "Enter" && value === undefined) set(currentTarget.valueAsNumber);
        }}
      />
      <span aria-hidden="true">{max}</span>
      <output>{value ?? "–"}</output>
    </label>
  );
};

const dotSigns: Readonly<Record<NonNullable<Bounds["dot_vote_icon"]>, string>> = {
  dot: "●",
  star: "★",
  heart: "♥",
  coin: "◉",
};

export const Dots: Control = ({ value, set, label, disabled, bounds, left, words }) => {
  const dots = typeof value === "number" ? value : 0;
  const least = Math.max(1, bounds.vote_limit_per_option_min ?? 1);
  const more = dots === 0 ? least : dots + 1;
  const most = Math.min(
    bounds.vote_limit_per_option ?? Number.POSITIVE_INFINITY,
    dots + (left ?? Number.POSITIVE_INFINITY),
  );
  const fewer = dots - 1 < least ? undefined : dots - 1;
  return (
    <fieldset class="stepper" disabled={disabled}>
      <legend class="unseen">
        {words.vote.dots}: {label}
      </legend>
      <button
        type="button"
        aria-label={`${words.vote.less}: ${label}`}
        disabled={dots === 0}
        onClick={() => set(fewer)}
      >
        −
      </button>
      <output>{dots}</output>
      <span class="sign" aria-hidden="true">
        {dotSigns[bounds.dot_vote_icon ?? "dot"]}
      </span>
      <button
        type="button"
        aria-label={`${words.vote.more}: ${label}`}
        disabled={more > most}
        onClick={() => set(more)}
      >
        +
      </button>
    </fieldset>
  );
};

/** In longer lists a rank is entered. */
export const RANKS_TO_CHOOSE = 50;

export const Rank: Control = (props) =>
  props.options > RANKS_TO_CHOOSE ? <EnteredRank {...props} /> : <ChosenRank {...props} />;

const EnteredRank: Control = fieldOf("number", ({ vote }) => vote.rank, { step: "1", min: 1 });

const ChosenRank: Control = ({ value, set, label, disabled, options, words }) => (
  <label class="field">
    <span class="unseen">
      {words.vote.rank}: {label}
    </span>
    <select
      value={value === undefined ? "" : String(value)}
      disabled={disabled}
      onChange={({ currentTarget }) =>
        set(currentTarget.value === "" ? undefined : Number(currentTarget.value))
      }
    >
      <option value="">{words.vote.noRank}</option>
      {Array.from({ length: options }, (_, at) => (
        <option key={at} value={String(at + 1)}>
          {words.vote.rank} {at + 1}
        </option>
      ))}
    </select>
  </label>
);

const emojis = ["😡", "🙁", "😐", "🙂", "😍"];

export const YesNo: Control = choicesOf(({ words }) => [
  { value: 1, text: words.vote.yes },
  { value: -1, text: words.vote.no },
]);

export const YesNoMaybe: Control = choicesOf(({ words }) => [
  { value: 2, text: words.vote.yes },
  { value: 1, text: words.vote.maybe },
  { value: 0, text: words.vote.no },
]);

export const Stars: Control = choicesOf(({ bounds, value, words }) =>
  Array.from({ length: bounds.vote_limit_per_option ?? STARS }, (_, at) => ({
    value: at + 1,
    text: words.vote.stars(at + 1),
    sign: typeof value === "number" && value > at ? "★" : "☆",
  })),
);

export const Emojis: Control = choicesOf(({ words }) =>
  emojis.map((sign, at) => ({ value: at + 1, text: words.vote.emoji[at] ?? "", sign })),
);

export const Up: Control = toggleOf(({ vote }) => vote.up, "▲");
export const Like: Control = toggleOf(({ vote }) => vote.like, "👍");
export const Heart: Control = toggleOf(({ vote }) => vote.heart, "♥");
export const NumberField: Control = fieldOf("number", ({ vote }) => vote.number, { step: "any" });
export const TextField: Control = fieldOf("text", ({ vote }) => vote.text, { maxLength: 10_000 });
export const DateField: Control = fieldOf("date", ({ vote }) => vote.date);

/** The number of votes to buy, for every class in polls that sell votes. Nothing is ordered before the button is pressed. */
export const SoldVotes: Control = ({ value, set, label, disabled, words }) => {
  const field = useEnteredText<HTMLInputElement>(value);
  function order(): void {
    const { current } = field;
    if (current?.reportValidity() === true) set(current.valueAsNumber);
  }
  return (
    <div class="field order">
      <label>
        <span class="unseen">
          {words.vote.sold}: {label}
        </span>
        <span class="fine" aria-hidden="true">
          {words.vote.sold}
        </span>{" "}
        <input
          ref={field}
          type="number"
          min={1}
          step="1"
          required
          disabled={disabled}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            order();
          }}
        />
      </label>{" "}
      <button
        type="button"
        aria-label={`${words.vote.buy}: ${label}`}
        disabled={disabled}
        onClick={order}
      >
        {words.vote.buy}
      </button>
    </div>
  );
};
