import { X } from "virtual:icons";
import { useSignal } from "@preact/signals";
import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { adminWords } from "../../words/admin";
import { useKeptFocus } from "../list/pages";
import { Quiet } from "../show/button";
import { Icon } from "../show/icon";
import { DragHandle } from "./drag-handle";
import { linesIn } from "./lines";

interface Props {
  readonly legend: string;
  /** The texts at first. Later ones are those that were entered. */
  readonly values: readonly string[];
  /** `numbers` has the number of each text, where the list has numbers. */
  readonly change: (values: readonly string[], numbers: readonly (number | undefined)[]) => void;
  /** A whole number beside each text. */
  readonly numbers?: {
    readonly label: string;
    readonly values: readonly (number | undefined)[];
  };
  /** Whether `change` is called at each letter, and not when a field is left. */
  readonly live?: boolean;
  readonly required?: boolean;
  readonly maxLength?: number;
  readonly described?: string;
}

interface Entry {
  readonly key: number;
  readonly text: string;
  readonly number: number | undefined;
}

/** A list of short texts, each in its own field. Several lines that are pasted become several fields. */
export function ChoiceList({
  legend,
  values,
  change,
  numbers,
  live = false,
  required = false,
  maxLength = 255,
  described,
}: Props) {
  const { build } = adminWords.words();
  const name = useId();
  const list = useRef<HTMLOListElement>(null);
  const next = useRef(values.length);
  const focused = useRef<number | undefined>(undefined);
  const entries = useSignal<readonly Entry[]>(
    values.map((text, key) => ({ key, text, number: numbers?.values[key] })),
  );

  function report(): void {
    const entered = entries.value.filter(({ text }) => text.trim() !== "");
    change(
      entered.map(({ text }) => text.trim()),
      entered.map(({ number }) => number),
    );
  }
  function put(after: readonly Entry[], focus?: number): void {
    focused.current = focus;
    entries.value = after;
    report();
  }
  const isRepeated = (text: string, at: number): boolean =>
    text.trim() !== "" &&
    entries.value.slice(0, at).some((each) => each.text.trim() === text.trim());
  const fresh = (text: string): Entry => ({ key: next.current++, text, number: undefined });
  const replace = (at: number, count: number, ...more: readonly Entry[]): readonly Entry[] =>
    entries.value.toSpliced(at, count, ...more);

  const order = entries.value.map(({ key }) => String(key));
  useKeptFocus(order.join(" "));
  useLayoutEffect(() => {
    if (focused.current === undefined) return;
    const fields = list.current?.querySelectorAll<HTMLInputElement>("input[type=text]") ?? [];
    fields[Math.min(focused.current, fields.length - 1)]?.focus();
    focused.current = undefined;
  }, [entries.value]);
  function move(id: string, to: number): void {
    const at = order.indexOf(id);
    const moved = entries.value[at];
    if (moved !== undefined && to !== at) put(replace(at, 1).toSpliced(to, 0, moved));
  }

  return (
    <fieldset class="entry choice-list" aria-describedby={described}>
      <legend>{legend}</legend>
      <ol ref={list}>
        {entries.value.map(({ key, text, number }, at) => (
          <li key={key}>
            {entries.value.length > 1 && (
              <DragHandle
                ranking={{ order: () => order, move }}
                id={String(key)}
                name={text || build.entry(legend, at + 1)}
              />
            )}
            <input
              type="text"
              value={text}
              maxLength={maxLength}
              required={required && at === 0}
              autocomplete="off"
              aria-label={build.entry(legend, at + 1)}
              name={`${name}-${key}`}
              onInput={({ currentTarget: { value } }) => {
                entries.value = replace(at, 1, { key, text: value, number });
                if (live) report();
              }}
              onChange={live ? undefined : report}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                const below = list.current?.querySelectorAll<HTMLInputElement>("input[type=text]");
                if (at + 1 < entries.value.length) below?.[at + 1]?.focus();
                else put([...entries.value, fresh("")], at + 1);
              }}
              onPaste={(event) => {
                const lines = linesIn(event.clipboardData?.getData("text") ?? "");
                if (lines.length < 2) return;
                event.preventDefault();
                const [first = "", ...more] = lines;
                const rest = more.map(fresh);
                put(replace(at, 1, { key, text: text + first, number }, ...rest), at + rest.length);
              }}
            />
            {numbers !== undefined && (
              <label class="number">
                {numbers.label}
                <input
                  type="number"
                  min={1}
                  step={1}
                  aria-label={`${numbers.label}: ${text || at + 1}`}
                  value={number === undefined ? "" : String(number)}
                  onInput={({ currentTarget: { valueAsNumber } }) => {
                    const entered = Number.isNaN(valueAsNumber) ? undefined : valueAsNumber;
                    entries.value = replace(at, 1, { key, text, number: entered });
                    report();
                  }}
                />
              </label>
            )}
            <button
              type="button"
              class="close"
              aria-label={build.entryRemove(text || build.entry(legend, at + 1))}
              onClick={() => put(replace(at, 1), Math.max(0, at - 1))}
            >
              <Icon of={X} />
            </button>
            {isRepeated(text, at) && <span class="fine repeated">{build.entryRepeated}</span>}
          </li>
        ))}
      </ol>
      <Quiet
        aria-label={build.entryAddTo(legend)}
        onClick={() => put([...entries.value, fresh("")], entries.value.length)}
      >
        {build.entryAdd}
      </Quiet>
    </fieldset>
  );
}
