import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useId, useMemo } from "preact/hooks";
import type { AdminWords } from "../../words/admin";
import type { NameOf } from "../feedback/field-problems";
import { fieldProblem, problemText } from "../feedback/problem-text";
import { savesInTurn } from "./in-turn";

/**
 * Runs a change, and shows the result beside the field. Later changes wait for earlier ones. Resolves when the change
 * has succeeded or failed.
 */
export type Save = (change: () => Promise<unknown>) => Promise<void>;

interface Props {
  readonly words: AdminWords;
  /** The name of the field in errors of the service. */
  readonly field: string;
  /** The names of settings that an error may contain. */
  readonly nameOf?: NameOf;
  readonly children: (save: Save, described: string) => ComponentChildren;
}

/** A field that saves its value. */
export function SavedField({ words, field, nameOf, children }: Props) {
  const id = useId();
  const state = useSignal<"idle" | "saving" | "saved" | "failed">("idle");
  const problem = useSignal<string>("");
  const save = useMemo(
    (): Save =>
      savesInTurn((next, error) => {
        if (next === "failed") {
          problem.value =
            fieldProblem(error, field, words, nameOf) ?? problemText(error, words, nameOf);
        }
        state.value = next;
      }),
    [],
  );

  return (
    <div class="saver" data-field={field}>
      {children(save, id)}
      <p id={id} class={`state ${state.value}`} role="status">
        {state.value === "saving" && words.admin.saving}
        {state.value === "saved" && words.admin.saved}
        {state.value === "failed" && problem.value}
      </p>
    </div>
  );
}
