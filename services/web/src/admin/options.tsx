import type { OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { More, usePages } from "../parts/pages";
import { Problem, problemText } from "../parts/problem";
import { AddOptions } from "./add-options";
import { nameOf } from "./option-name";
import { OptionRow } from "./option-row";
import type { PollDesk } from "./poll-desk";

const PER_PAGE = 50;

interface Props {
  readonly desk: PollDesk;
  /** Undefined: the top level. */
  readonly parent?: OptionListItem | undefined;
}

/** The options under a parent, with a form for more. */
export function Options({ desk, parent }: Props) {
  const { words, client, hash, poll } = desk;
  const news = useSignal("");
  const dragged = useSignal<string | undefined>(undefined);
  const under = parent === undefined ? {} : { parent_option_id: parent.id };
  const type = parent === undefined ? poll.value.settings.option_type : parent.child_option_type;

  const pages = usePages<OptionListItem>({
    read: (page) =>
      client.options.list.page({
        poll_id: hash,
        page,
        per_page: PER_PAGE,
        pair: false,
        ...under,
        sort: "options.position asc",
      }),
    keyOf: ({ id }) => id,
    textOf: (error) => problemText(error, words),
  });
  const { list, problem } = pages;
  async function reload(): Promise<void> {
    await pages.reload();
    if (parent !== undefined) return;
    poll.value = await client.polls.show({ poll_hash: hash });
  }
  useEffect(() => void pages.reload(), []);

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
    await pages.reload();
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
      {known?.total === 0 && parent === undefined && <p class="fine">{words.options.none}</p>}
      <ol class="rows">
        {known?.items.map((option, at) => (
          <OptionRow
            key={option.id}
            option={option}
            desk={desk}
            reload={reload}
            place={{ at, last: known.items.length - 1 }}
            nested={() => <Options desk={desk} parent={option} />}
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
      {type !== undefined && <AddOptions desk={desk} type={type} parent={parent} added={reload} />}
    </>
  );
}
