import {
  Angry,
  Check,
  ChevronUp,
  EqualApproximately,
  Frown,
  Heart as HeartSign,
  Laugh,
  Meh,
  Smile,
  Star,
  ThumbsUp,
  X,
} from "virtual:icons";
import type { Poll } from "@polls/client";
import { type Choice, meaningOf, type Opinion } from "@polls/domain/vote-values";
import type { ComponentChildren, ComponentType } from "preact";
import { Input } from "../parts/form/input";
import { Icon } from "../parts/show/icon";
import type { Words } from "../words";

/** What bounds the votes on the options of a list, and how dots look. */
export type Bounds = Pick<
  Poll["settings"],
  | "vote_limit_per_option"
  | "vote_limit_per_option_min"
  | "vote_limit_per_voter"
  | "vote_limit_per_voter_min"
  | "dot_vote_icon"
>;
export type VoteValue = number | string;

export interface ControlProps {
  readonly value: VoteValue | undefined;
  readonly set: (value: VoteValue | undefined) => void;
  /** Unique on the page, for groups of radio buttons. */
  readonly name: string;
  /** The label of the option, for screen readers. */
  readonly label: string;
  readonly disabled: boolean;
  /** Whether the value is being saved. Default: no. */
  readonly isSaving?: boolean;
  readonly bounds: Bounds;
  /** The remaining votes of the participant; undefined: no limit. */
  readonly left: number | undefined;
  /** How many options can be voted on. */
  readonly options: number;
  readonly words: Words;
}

interface Button {
  readonly value: number;
  readonly text: string;
  /** Beside the text. */
  readonly icon?: string;
  /** Shown in place of the text. */
  readonly sign?: ComponentChildren;
  /** Gives it the color of its share in results. */
  readonly opinion?: Opinion;
}

export type Control = ComponentType<ControlProps>;

/** A press this soon after the one that chose is part of a double tap. */
const DOUBLE_TAP_MS = 400;
let chosen = { label: "", at: -DOUBLE_TAP_MS };

export function choose({ set, label }: Pick<ControlProps, "set" | "label">, value: number): void {
  chosen = { label, at: performance.now() };
  set(value);
}

/** Removes the vote by another press on what is chosen, unless the press is part of a double tap. */
export function unchoose({ set, label }: Pick<ControlProps, "set" | "label">, event: Event): void {
  if (chosen.label === label && performance.now() - chosen.at < DOUBLE_TAP_MS) {
    event.preventDefault();
  } else set(undefined);
}

/** Another press on the chosen one removes the vote. */
const buttonsOf =
  (
    look: "segments" | "stars" | "faces",
    buttons: (props: ControlProps) => readonly Button[],
  ): Control =>
  (props) => {
    const { value, name, label, disabled, words } = props;
    return (
      <fieldset class={`choices ${look}`} disabled={disabled}>
        <legend class="unseen">{label}</legend>
        {buttons(props).map(({ value: each, text, icon, sign, opinion }) => (
          <label key={each} class={`choice ${opinion ?? ""}`}>
            <input
              type="radio"
              name={name}
              checked={value === each}
              title={value === each ? words.vote.clear : undefined}
              onChange={() => choose(props, each)}
              onClick={(event) => value === each && unchoose(props, event)}
            />
            <span>
              {icon !== undefined && <Icon of={icon} />}
              {sign !== undefined && <span aria-hidden="true">{sign}</span>}
              <span class={sign === undefined ? undefined : "unseen"}>{text}</span>
            </span>
          </label>
        ))}
      </fieldset>
    );
  };

/** A button for one value, which sets or withdraws it. A filled sign, or another one, shows that it is set. */
const toggleOf =
  (text: (words: Words) => string, sign: string, look: string, setSign = sign): Control =>
  (props) => {
    const { value, label, disabled, words } = props;
    const given = value === 1;
    return (
      <button
        type="button"
        class={`toggle ${look}`}
        aria-pressed={given}
        aria-label={`${text(words)}: ${label}`}
        disabled={disabled}
        onClick={(event) => (given ? unchoose(props, event) : choose(props, 1))}
      >
        <Icon of={given ? setSign : sign} full={given} />
        {text(words)}
      </button>
    );
  };

/** A choice by the whole row. Another press removes it. */
const pickOf =
  (type: "radio" | "checkbox"): Control =>
  (props) => {
    const { value, name, label, disabled, words } = props;
    return (
      <label class="pick">
        <input
          type={type}
          name={name}
          checked={value === 1}
          aria-label={`${words.vote.chosen}: ${label}`}
          disabled={disabled}
          onChange={({ currentTarget }) => currentTarget.checked && choose(props, 1)}
          // A press on a chosen radio button is no change.
          onClick={(event) => value === 1 && unchoose(props, event)}
        />
      </label>
    );
  };

export const picks = { radio: pickOf("radio"), checkbox: pickOf("checkbox") } as const;

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
/** In longer lists a rank is entered. */
export const RANKS_TO_CHOOSE = 50;

export const Rank: Control = (props) =>
  props.options > RANKS_TO_CHOOSE ? <EnteredRank {...props} /> : <ChosenRank {...props} />;

const EnteredRank: Control = fieldOf("number", ({ vote }) => vote.rank, { step: "1", min: 1 });

const ChosenRank: Control = ({ value, set, label, disabled, bounds, options, words }) => (
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
      {Array.from({ length: ranksOffered(value, bounds, options) }, (_, at) => (
        <option key={at} value={String(at + 1)}>
          {words.vote.rank} {at + 1}
        </option>
      ))}
    </select>
  </label>
);

/** How many ranks can be chosen: no more than a participant may give, but always the one given. */
const ranksOffered = (
  value: VoteValue | undefined,
  { vote_limit_per_voter: most }: Bounds,
  options: number,
): number => Math.max(Math.min(options, most ?? options), Number(value ?? 0));

/** From the worst to the best. Not every device has a font with emojis. */
const faces: readonly string[] = [Angry, Frown, Meh, Smile, Laugh];

export const opinionIcons: Readonly<Record<Opinion, string>> = {
  yes: Check,
  maybe: EqualApproximately,
  no: X,
};

/** A button for each choice, with the sign and the color of its opinion. */
export const opinionsIn = (choices: readonly Choice[]): Control =>
  buttonsOf("segments", ({ words }) =>
    choices.map((choice) => ({
      ...choice,
      text: words.vote[meaningOf(choice)],
      icon: opinionIcons[choice.opinion],
    })),
  );

export const Stars: Control = buttonsOf("stars", ({ bounds, value, words }) =>
  Array.from({ length: bounds.vote_limit_per_option ?? STARS }, (_, at) => ({
    value: at + 1,
    text: words.vote.stars(at + 1),
    sign: <Icon of={Star} full={typeof value === "number" && value > at} />,
  })),
);

export const Emojis: Control = buttonsOf("faces", ({ words }) =>
  faces.map((face, at) => ({
    value: at + 1,
    text: words.vote.emoji[at] ?? "",
    sign: <Icon of={face} />,
  })),
);

export const Up: Control = toggleOf(({ vote }) => vote.chosen, ChevronUp, "up", Check);
export const Like: Control = toggleOf(({ vote }) => vote.like, ThumbsUp, "like");
export const Heart: Control = toggleOf(({ vote }) => vote.heart, HeartSign, "heart");
export const NumberField: Control = fieldOf("number", ({ vote }) => vote.number, { step: "any" });
export const TextField: Control = fieldOf("text", ({ vote }) => vote.text, { maxLength: 10_000 });
export const DateField: Control = fieldOf("date", ({ vote }) => vote.date);
