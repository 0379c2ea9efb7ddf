import { X } from "virtual:icons";
import type { OptionListItem } from "@polls/client";
import { type BranchRule, branchRules } from "@polls/domain/branching";
import { useRef } from "preact/hooks";
import { Menu } from "../parts/form/menu";
import { SavedField } from "../parts/form/saved-field";
import { Icon } from "../parts/show/icon";
import { defaultStepVoteType, hasChoices, leadingValuesOf } from "../types/questions";
import { readingOf } from "../types/vote-values";
import { pageWords } from "../words";
import { resultWords } from "../words/results";
import { allowedIn, endingConditions, moveStep, rulesLeadingTo, targetOf } from "./branch-targets";
import { nameOf } from "./option-name";
import type { PollContext } from "./poll-context";
import { type OutlinedStep, soleQuestion } from "./survey-outline";

interface Props {
  readonly steps: readonly OutlinedStep[];
  readonly at: number;
  readonly context: PollContext;
  readonly reload: () => Promise<void>;
}

/** An answer that participants can give, and its condition in rules. */
interface Answer {
  readonly when: BranchRule["when"];
  readonly text: string;
}

type Place = Omit<Props, "reload">;

/** The answers of a step, and the steps to which they can lead; undefined: they lead nowhere else. */
export function waysOf({ steps, at, context }: Place) {
  const step = steps[at];
  const answers = step === undefined ? [] : answersOf(step, context);
  const { build } = context.words;
  const named = steps.map(({ step: each }, index): [number, string] => [
    index,
    (index === at + 1 ? build.nextStep : (name: string) => build.step(index + 1, name))(
      nameOf(each, context),
    ),
  ]);
  const later = new Map(named.slice(at + 1));
  if (answers.length === 0 || later.size === 0) return undefined;
  return {
    answers,
    later,
    areUsed: answers.some(({ when }) => targetOf(steps, at, when) > at + 1),
  };
}

export function ThenGoTo(props: Props) {
  const { steps, at, context } = props;
  const { words } = context;
  const { build } = words;
  const change = useRules(props);
  const ways = waysOf({ steps, at, context });
  if (ways === undefined) return null;
  const { answers, later } = ways;
  return (
    <SavedField field="data">
      {(save, described) => (
        <fieldset class="entry then-go-to" aria-describedby={described}>
          <legend>{build.thenGoTo}</legend>
          {answers.map(({ when, text }) => (
            <Menu
              key={text}
              label={text}
              spoken={build.thenGoToAfter(text)}
              values={[...later.keys(), steps.length]}
              textOf={(index) => later.get(index) ?? build.endOfSurvey}
              value={targetOf(steps, at, when)}
              set={(target) => save(() => change((now) => rulesLeadingTo(now, at, when, target)))}
            />
          ))}
        </fieldset>
      )}
    </SavedField>
  );
}

/** Changes rules in turn, as they are after the change before, and reads them again. */
function useRules({ steps, context, reload }: Props) {
  const latest = useRef(steps);
  latest.current = steps;
  return (changed: (steps: Props["steps"]) => ReturnType<typeof rulesLeadingTo>) =>
    context.inTurn(async () => {
      const now = latest.current;
      try {
        for (const { id, rules } of changed(now)) await writeRules(context, now, id, rules);
      } finally {
        await reload();
      }
    });
}

/** Keeps the other data of the step. Belongs into a turn. */
const writeRules = (
  { client, hash }: PollContext,
  steps: readonly OutlinedStep[],
  id: string,
  rules: readonly BranchRule[],
) => {
  const { branch: _, ...others } = steps.find(({ step }) => step.id === id)?.step.data ?? {};
  const data = rules.length === 0 ? others : { ...others, branch: { rules } };
  const hasData = Object.keys(data).length > 0;
  return client.options.update({
    poll_id: hash,
    id,
    body: { option: { data: hasData ? data : null } },
  });
};

/** Keeps a new last step away from participants whose answers end the survey. */
export async function followNewStep(
  context: PollContext,
  steps: readonly OutlinedStep[],
  { id }: { readonly id: string },
): Promise<void> {
  const conditions = endingConditions(steps);
  if (conditions.length === 0) return;
  const rules = conditions.map((when): BranchRule => ({ when, action: "skip" }));
  await writeRules(context, steps, id, rules);
}

/** A move of a step: the answers that no longer lead where they did, and the requests around it. */
export function planMove(
  context: PollContext,
  steps: readonly OutlinedStep[],
  from: number,
  to: number,
) {
  const { steps: after, lost } = moveStep(steps, from, to);
  const stored = new Map(
    steps.map(({ step }, at) => [step.id, { at, rules: branchRules(step.data) }]),
  );
  /** Writes the rules that the order allows so far. */
  const write = async (isMoved: boolean): Promise<void> => {
    for (const { step } of after) {
      const { at, rules: before = [] } = stored.get(step.id) ?? { at: 0 };
      const wanted = branchRules(step.data);
      const rules = isMoved ? wanted : allowedIn(steps, at, wanted);
      if (JSON.stringify(rules) === JSON.stringify(before)) continue;
      stored.set(step.id, { at, rules });
      await writeRules(context, steps, step.id, rules);
    }
  };
  return {
    steps: after,
    lost: lost.map((when) => conditionText(when, steps, context)),
    before: () => write(false),
    after: () => write(true),
  };
}

/** The rules of a step as sentences, each with a button that removes it. */
export function Conditions(props: Props) {
  const { steps, at, context } = props;
  const { words } = context;
  const { build } = words;
  const change = useRules(props);
  const step = steps[at]?.step;
  const rules = branchRules(step?.data);
  if (step === undefined || rules.length === 0) return null;
  return (
    <SavedField field="data">
      {(save) => (
        <ul class="conditions">
          {rules.map((rule) => {
            const text = sentenceOf(rule, steps, context);
            return (
              <li key={text} class="chip">
                {text}
                <button
                  type="button"
                  class="close"
                  aria-label={build.removeRule(text)}
                  onClick={() => save(() => change((now) => withoutRule(now, step.id, rule)))}
                >
                  <Icon of={X} />
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </SavedField>
  );
}

function withoutRule(
  steps: readonly OutlinedStep[],
  id: string,
  rule: BranchRule,
): ReturnType<typeof rulesLeadingTo> {
  const rules = branchRules(steps.find(({ step }) => step.id === id)?.step.data);
  const text = JSON.stringify(rule);
  return [{ id, rules: rules.filter((each) => JSON.stringify(each) !== text) }];
}

function sentenceOf(
  { when, action }: BranchRule,
  steps: readonly OutlinedStep[],
  context: PollContext,
): string {
  const { build } = context.words;
  const condition = conditionText(when, steps, context);
  return action === "skip" ? build.skippedIf(condition) : build.shownIf(condition);
}

function conditionText(
  when: BranchRule["when"],
  steps: readonly OutlinedStep[],
  context: PollContext,
): string {
  const { build } = context.words;
  const on = steps.find(({ children }) => children.some(({ id }) => id === when.option_id));
  const known =
    on &&
    answersOf(on, context).find(
      (answer) => answer.when.option_id === when.option_id && isSame(answer.when, when),
    );
  const input = on?.children.find(({ id }) => id === when.option_id);
  const name = input === undefined ? "" : nameOf(input, context);
  const value = String(when.vote_text ?? when.contains ?? when.vote ?? when.is_not ?? "");
  return (
    known?.text ??
    (when.answered === undefined
      ? when.is_not === undefined
        ? build.answerIs(name, value)
        : build.answerIsNot(name, value)
      : when.answered
        ? build.isAnswered(name)
        : build.isNotAnswered(name))
  );
}

const isSame = (one: BranchRule["when"], other: BranchRule["when"]): boolean =>
  one.vote === other.vote &&
  one.vote_text === other.vote_text &&
  one.contains === other.contains &&
  other.is_not === undefined &&
  other.answered === undefined;

/** The answers of a step that may lead elsewhere. */
function answersOf(outlined: OutlinedStep, context: PollContext): readonly Answer[] {
  const { settings } = outlined.step;
  const { build } = context.words;
  const isSole = soleQuestion(outlined) !== undefined;
  const each = (answers: (child: OptionListItem) => readonly Answer[]): readonly Answer[] =>
    outlined.children.flatMap(answers);
  switch (settings?.survey_step_type) {
    case "input":
      return each((input) =>
        answersOfInput(input, context).map(({ when, text }) => ({
          when,
          text: isSole ? text : build.answerIs(nameOf(input, context), text),
        })),
      );
    case "matrix":
      return each((row) =>
        (settings.allowed_values ?? []).map((column, index) => ({
          when: { option_id: row.id, vote: index + 1 },
          text: build.answerIs(nameOf(row, context), column),
        })),
      );
    case "vote": {
      const type = settings.survey_step_vote_type ?? defaultStepVoteType;
      const values = leadingValuesOf(type);
      const [page, results] = [pageWords.words(), resultWords.words()];
      const textOf = (value: number) => readingOf({ vote_type: type }).textOf(value, page, results);
      return each((child) =>
        values.map((vote) => ({
          when: { option_id: child.id, vote },
          text:
            values.length === 1
              ? build.isChosen(nameOf(child, context))
              : build.answerIs(nameOf(child, context), textOf(vote)),
        })),
      );
    }
    default:
      return [];
  }
}

function answersOfInput(
  { id, input_type: type = "text", settings }: OptionListItem,
  { words }: PollContext,
): readonly Answer[] {
  const values = settings?.allowed_values ?? [];
  const takesSeveral = type === "multi_select" || type === "checkbox";
  if (hasChoices(type) && values.length > 0) {
    return values.map((value) => ({
      when: { option_id: id, ...(takesSeveral ? { contains: value } : { vote_text: value }) },
      text: value,
    }));
  }
  if (type !== "checkbox") return [];
  return (
    [
      ["true", words.build.ticked],
      ["false", words.build.notTicked],
    ] as const
  ).map(([value, text]) => ({ when: { option_id: id, vote_text: value }, text }));
}
