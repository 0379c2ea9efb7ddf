import type { Option, OptionListItem } from "@polls/client";
import { allItems } from "../parts/list/all-items";
import { askEach } from "../parts/list/ask-each";
import type { PollContext } from "./poll-context";

/** A step of a survey with its rules, and what is under it. */
export interface OutlinedStep {
  readonly step: Option;
  readonly children: readonly OptionListItem[];
}

export async function readOutline({
  client,
  hash: poll_id,
}: Pick<PollContext, "client" | "hash">): Promise<readonly OutlinedStep[]> {
  const sort = "options.position asc" as const;
  const steps = await allItems(client.options.list.all({ poll_id, sort }));
  return askEach(steps, async ({ id }) => {
    const step = await client.options.show({ poll_id, id });
    const request = { poll_id, parent_option_id: id, settings: true, sort };
    const isOpen = step.child_option_type === undefined;
    // Participants answer a drawing step by options of their own.
    const isDrawn = step.settings?.survey_step_type === "drawing";
    const children = isOpen || isDrawn ? [] : await allItems(client.options.list.all(request));
    return { step, children };
  });
}

/** The question of a step that asks only one. */
export const soleQuestion = ({ step, children }: OutlinedStep): OptionListItem | undefined =>
  step.settings?.survey_step_type === "input" && children.length === 1 ? children[0] : undefined;
