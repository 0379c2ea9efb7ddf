import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId, useMemo } from "preact/hooks";
import { adminWords } from "../../words/admin";
import type { NameOf } from "../feedback/field-problems";
import { problemOfField } from "../feedback/problem-text";
import { savesInTurn } from "./in-turn";

/**
 * Runs a change, and shows the result beside the field. Later changes wait for earlier ones. Resolves when the change
 * has succeeded or failed.
 */
export type Save = (change: () => Promise<unknown>) => Promise<void>;

interface Props {
  /** The name of the field in errors of the service. */
  readonly field: string;
  /** The names of settings that an error may contain. */
  readonly nameOf?: NameOf;
  readonly children: (save: Save, described: string) => ComponentChildren;
}

export function SavedField({ field, nameOf, children }: Props) {
  const { saving, saved } = adminWords.words().admin;
  const id = useId();
  const state = useSignal<"idle" | "saving" | "saved" | "failed">("idle");
  const problem = useSignal<string>("");
  const save = useMemo(
    (): Save =>
      savesInTurn((next, error) => {
        if (next === "failed") problem.value = problemOfField(error, field, nameOf);
        state.value = next;
      }),
    [],
  );

  return (
    <div class="saver" data-field={field}>
      {children(save, id)}
      <p id={id} class={`state ${state.value}`} role="status">
        {state.value === "saving" && saving}
        {state.value === "saved" && saved}
        {state.value === "failed" && problem.value}
      </p>
    </div>
  );
}
