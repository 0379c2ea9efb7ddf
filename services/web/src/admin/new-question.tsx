import type { CreatePoll, OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import { Problem } from "../parts/feedback/problem";
import { useDeskAttempts } from "../parts/feedback/problem-text";
import { QuestionDraftFields } from "../parts/form/question-draft";
import { submitting } from "../parts/form/submitting";
import {
  emptyQuestion,
  inputKinds,
  inputOf,
  type QuestionDraft,
  questionKinds,
  stepOf,
} from "../types/questions";
import { followNewStep } from "./branching";
import type { PollContext } from "./poll-context";
import type { OutlinedStep } from "./survey-outline";

interface Props {
  readonly context: PollContext;
  /** Undefined: a step of a survey, or a column of a table. */
  readonly parent: OptionListItem | undefined;
  /** The steps of a survey, for a new one. */
  readonly steps: readonly OutlinedStep[] | undefined;
  readonly title: string;
  readonly added: () => Promise<void>;
}

/** The form for a question of a survey, or a column of a table. */
export function NewQuestion({ context, parent, steps, title, added }: Props) {
  const { words } = context;
  const makesStep = steps !== undefined;
  const kinds = makesStep ? questionKinds : inputKinds;
  const first: QuestionDraft = makesStep ? emptyQuestion : { ...emptyQuestion, kind: "text" };
  const draft = useSignal<QuestionDraft>(first);
  /** Another key empties the fields of lists. */
  const round = useSignal(0);
  const { busy, problem, attempt } = useDeskAttempts();
  return (
    <form
      class="card"
      onSubmit={submitting(() =>
        attempt(async () => {
          if (makesStep) await createStep(context, stepOf(draft.value), steps);
          else await create(context, inputOf(draft.value), parent?.id);
          draft.value = { ...first, kind: draft.value.kind };
          round.value++;
          await added();
        }),
      )}
    >
      <h3>{title}</h3>
      <QuestionDraftFields
        key={round.value}
        draft={draft.value}
        change={(part) => (draft.value = { ...draft.value, ...part })}
        kinds={kinds}
      />
      <Problem text={problem.value} />
      <button type="submit" disabled={busy.value}>
        {words.actions.add}
      </button>
    </form>
  );
}

type NewOption = NonNullable<CreatePoll["options"]>[number];

const create = (
  { client, hash }: PollContext,
  { children: _, ...option }: NewOption,
  parentId: string | undefined,
) =>
  client.options.create({
    poll_id: hash,
    body: { option, ...(parentId !== undefined && { parent_option_id: parentId }) },
  });

/** Creates a step with what is under it, or nothing. */
async function createStep(
  context: PollContext,
  option: NewOption,
  steps: readonly OutlinedStep[],
): Promise<void> {
  const { client, hash } = context;
  const step = await create(context, option, undefined);
  try {
    for (const child of option.children ?? []) await create(context, child as NewOption, step.id);
    await context.inTurn(() => followNewStep(context, steps, step));
  } catch (error) {
    await client.options.delete({ poll_id: hash, id: step.id });
    throw error;
  }
}
