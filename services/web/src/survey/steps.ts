import type { Client, Option, OptionListItem, Poll } from "@polls/client";
import { type SurveyAnswer, skippedSteps } from "@polls/domain/branching";
import type { Mark } from "../ballot/ballot";
import { rulesOfStep, type VotingRules } from "../ballot/rules";
import type { Visit } from "../session/visit";

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
  readonly at: (index: number) => Promise<Step>;
  /** The nearest step that is not skipped, from `index` in a direction; undefined if there is none. */
  readonly find: (
    index: number,
    direction: 1 | -1,
    marks: ReadonlyMap<string, Mark>,
  ) => Promise<number | undefined>;
}

export function stepsOf({ client, pollId }: Visit, all: readonly OptionListItem[]): Steps {
  const read = new Map<string, Promise<Step>>();

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
    at,
    async find(index, direction, marks) {
      const answers = answersOf(marks);
      for (let next = index; next >= 0 && next < all.length; next += direction) {
        const { step } = await at(next);
        if (skippedSteps([{ publicId: step.id, data: step.data }], answers).size === 0) return next;
      }
      return undefined;
    },
  };
}

async function readStep(client: Client, poll_id: string, id: string): Promise<Step> {
  const step = await client.options.show({ poll_id, id });
  const children: OptionListItem[] = [];
  if (step.child_option_type !== undefined) {
    const request = { poll_id, parent_option_id: id, settings: true };
    for await (const child of client.options.list.all(request)) children.push(child);
  }
  const inputs = step.settings?.survey_step_type === "input" ? children : [];
  return { step, children, inputs };
}

/** The rules of votes on the options under a step, which share its limit per participant. */
export const rulesOfChildren = (
  { step, children }: Pick<Step, "step" | "children">,
  poll: Poll,
): VotingRules => ({
  ...rulesOfStep(step, poll),
  sharing: new Set(children.map(({ id }) => id)),
});

/** The answers for branching; surveys have no voting categories. */
const answersOf = (marks: ReadonlyMap<string, Mark>): ReadonlyMap<string, SurveyAnswer> =>
  new Map(
    [...marks].map(([key, { value }]) => [
      key.trim(),
      {
        value: typeof value === "number" ? value : undefined,
        text: typeof value === "string" ? value : undefined,
      },
    ]),
  );
