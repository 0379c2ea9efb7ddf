import type { OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Problem, problemText } from "../parts/feedback/problem";
import { More, usePages } from "../parts/list/pages";
import { optionClassOf } from "../types/option-types";
import { pollTypeOf } from "../types/poll-types";
import { thingOf } from "../types/things";
import { AddOptions } from "./add-options";
import { nameOf } from "./option-name";
import { OptionRow } from "./option-row";
import type { PollDesk } from "./poll-desk";
import { type OutlinedStep, readOutline } from "./survey-outline";

const PER_PAGE = 50;

interface Props {
  readonly desk: PollDesk;
  /** Undefined: the top level. */
  readonly parent?: OptionListItem | undefined;
  /** Called after a change of what is under the parent. */
  readonly changed?: () => Promise<void>;
}

/** The options under a parent, with a form for more. */
export function Options({ desk, parent, changed }: Props) {
  const { words, client, hash, poll } = desk;
  const news = useSignal("");
  const dragged = useSignal<string | undefined>(undefined);
  const under = parent === undefined ? {} : { parent_option_id: parent.id };
  const type = parent === undefined ? optionClassOf(poll.value) : parent.child_option_type;
  const [, addTitle, none] =
    words.build.things[thingOf(type ?? optionClassOf(poll.value), { poll: poll.value, parent })];
  const isSurvey = parent === undefined && pollTypeOf(poll.value).kind === "survey";
  const steps = useSignal<readonly OutlinedStep[] | undefined>(isSurvey ? [] : undefined);

  const pages = usePages<OptionListItem>({
    read: (page) =>
      client.options.list.page({
        poll_id: hash,
        page,
        per_page: PER_PAGE,
        pair: false,
        settings: true,
        ...under,
        sort: "options.position asc",
      }),
    keyOf: ({ id }) => id,
    textOf: (error) => problemText(error, words),
  });
  const { list, problem } = pages;
  async function read(): Promise<void> {
    await pages.reload();
    if (!isSurvey) return;
    await pages.attempt(async () => {
      steps.value = await readOutline(desk);
    });
  }
  async function reload(): Promise<void> {
    await read();
    await changed?.();
    if (parent !== undefined) return;
    poll.value = await client.polls.show({ poll_hash: hash });
  }
  useEffect(() => void read(), []);

  /** Moves an option to the position of another one, immediately on the page. */
  async function move(id: string, to: number): Promise<void> {
    const known = list.value;
    const from = known?.items.findIndex((item) => item.id === id) ?? -1;
    const moved = known?.items[from];
    const target = known?.items[to];
    if (known === undefined || moved === undefined || target === undefined || from === to) return;
    const rest = known.items.filter((item) => item.id !== id);
    const { position } = target;
    list.value = { ...known, items: [...rest.slice(0, to), moved, ...rest.slice(to)] };
    await pages.attempt(async () => {
      await client.options.update({ poll_id: hash, id, body: { option: { position } } });
      news.value = words.options.moved(nameOf(moved, desk), to + 1);
    });
    const refusal = problem.value;
    await read();
    problem.value ??= refusal;
  }

  const known = list.value;
  return (
    <>
      <Problem text={problem.value} />
      <p class="unseen" role="status">
        {news.value}
      </p>
      {known === undefined && problem.value === undefined && (
        <p class="fine">{words.admin.loading}</p>
      )}
      {known?.total === 0 && <p class="fine">{none}</p>}
      <ol class="rows">
        {known?.items.map((option, at) => (
          <OptionRow
            key={option.id}
            option={option}
            desk={desk}
            reload={reload}
            place={{ at, last: known.items.length - 1 }}
            steps={steps.value}
            nested={() => <Options desk={desk} parent={option} changed={reload} />}
            move={(to) => move(option.id, to)}
            drag={{
              start: () => {
                dragged.value = option.id;
              },
              drop: () => {
                if (dragged.value !== undefined) void move(dragged.value, at);
                dragged.value = undefined;
              },
            }}
          />
        ))}
      </ol>
      <More pages={pages} text={words.admin.more} />
      {type !== undefined && (
        <AddOptions
          desk={desk}
          type={type}
          parent={parent}
          steps={steps.value}
          title={parent === undefined ? addTitle : `${addTitle}: ${nameOf(parent, desk)}`}
          added={reload}
        />
      )}
    </>
  );
}
