import type { Option, OptionListItem, Poll, RequestClient } from "@polls/client";
import { branchRules, type SurveyAnswer, skippedSteps } from "@polls/domain/branching";
import { keyOf, type Mark, noMark } from "../ballot/ballot";
import { dotsToSpend, votesToCast } from "../ballot/limits";
import { allDotsOver, rulesOfStep, type VotingRules } from "../ballot/rules";
import { allItems } from "../parts/list/all-items";
import type { Visit } from "../session/visit";

type Marks = ReadonlyMap<string, Mark>;

/** A survey step with its children. */
export interface Step {
  readonly step: Option;
  readonly children: readonly OptionListItem[];
  /** The questions of a step of inputs. */
  readonly inputs: readonly OptionListItem[];
}

/** Reads each step once, and determines which steps a visitor skips. */
export interface Steps {
  readonly count: number;
  /** Whether answers decide which steps a visitor gets. */
  readonly branch: boolean;
  readonly at: (index: number) => Promise<Step>;
  /** The number of a step, without those before it that are skipped. */
  readonly numberOf: (index: number, marks: Marks) => Promise<number>;
  /** The first of so many steps whose mandatory answers are missing, apart from drawings; undefined if there is none. */
  readonly lacking: (count: number, marks: Marks) => Promise<number | undefined>;
  /** The nearest step that is not skipped, from `index` in a direction; undefined if there is none. */
  readonly find: (index: number, direction: 1 | -1, marks: Marks) => Promise<number | undefined>;
}

export function stepsOf({ client, data, pollId }: Visit, all: readonly OptionListItem[]): Steps {
  const read = new Map<string, Promise<Step>>();

  /** Whether a visitor skips a step. Only rules need the steps before it. */
  async function isSkipped(index: number, marks: Marks): Promise<boolean> {
    const { step } = await at(index);
    if (branchRules(step.data).length === 0) return false;
    return (await skippedIn(index + 1, marks)).has(step.id);
  }

  async function skippedIn(count: number, marks: Marks) {
    const until = await readUntil(count);
    const branching = until.map(({ step: { id, data } }) => ({ publicId: id, data }));
    return skippedSteps(branching, answersOf(until, marks));
  }

  const readUntil = (count: number): Promise<readonly Step[]> =>
    Promise.all(all.slice(0, count).map((_, index) => at(index)));

  async function at(index: number): Promise<Step> {
    const item = all[index];
    if (item === undefined) throw new Error(`the survey has no step ${index}`);
    const known = read.get(item.id) ?? readStep(client(), pollId, item.id);
    read.set(item.id, known);
    // Failed reads are repeated.
    known.catch(() => read.delete(item.id));
    return known;
  }

  return {
    count: all.length,
    branch: all.some((step) => branchRules(step.data).length > 0),
    at,
    async numberOf(index, marks) {
      return index + 1 - (await skippedIn(index, marks)).size;
    },
    async lacking(count, marks) {
      const skipped = await skippedIn(count, marks);
      const until = await readUntil(count);
      const found = until.findIndex(
        (each) =>
          !skipped.has(each.step.id) &&
          (missingIn(each, data.poll, marks).length > 0 || toCastIn(each, data.poll, marks) > 0),
      );
      return found < 0 ? undefined : found;
    },
    async find(index, direction, marks) {
      for (let next = index; next >= 0 && next < all.length; next += direction) {
        if (!(await isSkipped(next, marks))) return next;
      }
      return undefined;
    },
  };
}

async function readStep(client: RequestClient, poll_id: string, id: string): Promise<Step> {
  const step = await client.options.show({ poll_id, id });
  const request = { poll_id, parent_option_id: id, settings: true };
  const children =
    step.child_option_type === undefined ? [] : await allItems(client.options.list.all(request));
  const inputs = step.settings?.survey_step_type === "input" ? children : [];
  return { step, children, inputs };
}

/** The rules of votes on the options under a step, which share its limit per participant. */
export const rulesOfChildren = (
  { step, children }: Pick<Step, "step" | "children">,
  poll: Poll,
): VotingRules => ({
  ...rulesOfStep(step, poll),
  options: children.length,
  allDotsOver: allDotsOver(poll, children.length),
  sharing: new Set(children.map(({ id }) => id)),
});

/** The answers for branching; surveys have no voting categories. */
const answersOf = (steps: readonly Step[], marks: Marks): ReadonlyMap<string, SurveyAnswer> =>
  new Map(
    steps.flatMap(({ step, children }) =>
      children.map(({ id, takes_text, input_type }): [string, SurveyAnswer] => {
        const value = marks.get(keyOf({ optionId: id }))?.value;
        return [
          id,
          {
            stepId: step.id,
            // The text of another answer stands for its choice.
            value: typeof value === "string" ? (takes_text ? 1 : undefined) : value,
            text: typeof value === "string" ? value : undefined,
            inputType: input_type,
          },
        ];
      }),
    ),
  );

/** Whether all answers of a step are needed. */
export const needsAllIn = ({ step }: Step, poll: Poll): boolean =>
  step.settings?.require_vote === true || poll.settings.option_vote_requirement === "all_options";

/** The ids of the answers that are missing: of mandatory ones, or of all where a step needs one at least. */
export function missingIn(found: Step, poll: Poll, marks: Marks): readonly string[] {
  const { step, children } = found;
  /** An abstention is an answer without a value. */
  const isMissing = (optionId: string): boolean => {
    const { value, id, isHeld, state } = marks.get(keyOf({ optionId })) ?? noMark;
    return value === undefined && id === undefined && isHeld !== true && state !== "chosen";
  };
  const { survey_step_type: kind, mandatory } = step.settings ?? {};
  if (kind === "drawing") return [];
  const needsAll = needsAllIn(found, poll);
  const needed = children.filter(
    ({ settings }) => needsAll || (kind === "input" && settings?.mandatory === true),
  );
  const isNone = mandatory === true && children.every(({ id }) => isMissing(id));
  return (isNone ? children : needed).map(({ id }) => id).filter(isMissing);
}

/** How many votes or points a step still needs. */
export function toCastIn(found: Step, poll: Poll, marks: Marks): number {
  if (found.step.settings?.survey_step_type !== "vote") return 0;
  const rules = rulesOfChildren(found, poll);
  return Math.max(dotsToSpend(rules, marks), votesToCast(rules, marks));
}
