import { Minus, Plus, X } from "virtual:icons";
import { useSignal } from "@preact/signals";
import type { TargetedEvent } from "preact";
import { useRef } from "preact/hooks";
import { Input } from "../parts/form/input";
import { Icon } from "../parts/show/icon";
import type { Bounds, Control } from "./controls";

const RANGE_END = 10;
/** Who moves a slider by keys goes through other values; who pauses has found the value. */
const PAUSE_MS = 600;

export const Range: Control = ({ value, set, label, disabled, bounds, words }) => {
  const min = bounds.vote_limit_per_option_min ?? 0;
  const max = bounds.vote_limit_per_option ?? RANGE_END;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The value that is shown, and is about to be set. */
  const next = useSignal<number | undefined>(undefined);
  const shown = next.value ?? value;
  function finish(): void {
    const given = next.value;
    next.value = undefined;
    clearTimeout(timer.current);
    if (given !== undefined) set(given);
  }
  function give({ currentTarget }: TargetedEvent<HTMLInputElement>): void {
    next.value = currentTarget.valueAsNumber;
    clearTimeout(timer.current);
    timer.current = setTimeout(finish, PAUSE_MS);
  }
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
        value={shown ?? Math.round((min + max) / 2)}
        aria-valuetext={shown === undefined ? "–" : String(shown)}
        class={shown === undefined ? "unset" : ""}
        disabled={disabled}
        onInput={give}
        // A first vote for the initial value of the slider causes no input event.
        onPointerUp={(event) => {
          if (shown === undefined) give(event);
          finish();
        }}
        onKeyDown={(event) => event.key === "Enter" && shown === undefined && give(event)}
        onBlur={finish}
      />
      <span aria-hidden="true">{max}</span>
      <output style={{ minWidth: `${Math.max(String(min).length, String(max).length)}ch` }}>
        {shown ?? "–"}
      </output>
      {value !== undefined && !disabled && (
        <button
          type="button"
          class="clear"
          aria-label={`${words.vote.clear}: ${label}`}
          onClick={() => set(undefined)}
        >
          <Icon of={X} />
        </button>
      )}
    </label>
  );
};

/** More dots than these are only a number, which can be typed. */
const DOTS_SHOWN = 12;

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
  const { vote_limit_per_option: perOption, vote_limit_per_voter: perVoter } = bounds;
  const limit = perOption ?? perVoter ?? Number.POSITIVE_INFINITY;
  const isTyped = limit > DOTS_SHOWN;
  function type({ currentTarget: field }: TargetedEvent<HTMLInputElement>): void {
    const typed = Math.trunc(field.valueAsNumber) || 0;
    const next = typed <= 0 ? 0 : Math.min(Math.max(typed, least), most);
    field.value = String(next);
    if (next !== dots) set(next === 0 ? undefined : next);
  }
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
        <Icon of={Minus} />
      </button>
      {isTyped ? (
        <Input
          type="number"
          inputMode="numeric"
          aria-label={`${words.vote.dots}: ${label}`}
          min={0}
          value={dots}
          onChange={type}
        />
      ) : (
        <output>{dots}</output>
      )}
      <button
        type="button"
        aria-label={`${words.vote.more}: ${label}`}
        disabled={more > most}
        onClick={() => set(more)}
      >
        <Icon of={Plus} />
      </button>
      <span class={dots === 0 ? "sign none" : "sign"} aria-hidden="true">
        {dotSigns[bounds.dot_vote_icon ?? "dot"].repeat(dots > DOTS_SHOWN ? 1 : Math.max(1, dots))}
      </span>
    </fieldset>
  );
};
