import type { Option, PollComment } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { refusalWords } from "../parts/feedback/refusal-words";
import { Retry } from "../parts/feedback/retry";
import { askEach } from "../parts/list/ask-each";
import { More, usePages } from "../parts/list/pages";
import { commentWords } from "../words/comments";
import { type CommentActions, CommentItem, type CommentsVisit } from "./comment-item";

export const words = [commentWords];

interface Props {
  readonly visit: CommentsVisit;
  /** How many comments wait. Another number reads them again. */
  readonly number: number;
  readonly nameOf: (option: Option) => string;
  /** Called when one of them no longer waits. */
  readonly onReviewed: () => unknown;
}

/** The comments on all options that wait for approval, for admins. */
export function WaitingComments({ visit, number, nameOf, onReviewed }: Props) {
  const { client, explain, pollId: poll_id, words } = visit;
  const texts = commentWords.words();
  const options = useSignal<ReadonlyMap<string, Option>>(new Map());
  const textOf = async (error: unknown): Promise<string> =>
    (await refusalWords(error, words, undefined, explain(error, words))).join(" ");
  const pages = usePages<PollComment>({
    async read(page) {
      const asked = { poll_id, approval_state: "unreviewed", page } as const;
      const read = await client().comments.listAll.page(asked);
      const ids = new Set(read.items.map(({ option_id }) => option_id));
      const unknown = [...ids].filter((id) => !options.value.has(id));
      const found = await askEach(unknown, (id) => client().options.show({ poll_id, id }));
      options.value = new Map([...options.value, ...found.map((each) => [each.id, each] as const)]);
      return read;
    },
    keyOf: ({ id }) => id,
    textOf,
  });
  const load = () => pages.attempt(pages.readAgain);
  useEffect(() => void load(), [number]);

  const { list, problem } = pages;
  const leave = async (id: string): Promise<void> => {
    pages.change((items) => items.filter((item) => item.id !== id));
    await onReviewed();
  };
  const actionsOn = ({ option_id }: PollComment): CommentActions => ({
    write: undefined,
    async update({ id }, comment) {
      const updated = await client().comments.update({ poll_id, option_id, id, body: { comment } });
      if (updated.approval_state !== "unreviewed") await leave(id);
      else await pages.readAgain();
    },
    async remove({ id }) {
      await client().comments.delete({ poll_id, option_id, id });
      await leave(id);
    },
  });
  if (list.value === undefined) return <Retry problem={problem.value} retry={load} />;
  const { items, total } = list.value;
  const shown = { visit, textOf, isAdmin: true };
  return total === 0 ? null : (
    <section class="card comments" aria-labelledby="waiting-comments">
      <h3 id="waiting-comments">{texts.waitingTitle(total)}</h3>
      <Retry problem={problem.value} retry={undefined} />
      <ol>
        {items.map((comment) => {
          const option = options.value.get(comment.option_id);
          return (
            <CommentItem
              key={comment.id}
              {...shown}
              comment={comment}
              on={option && nameOf(option)}
              actions={actionsOn(comment)}
            />
          );
        })}
      </ol>
      <More pages={pages} />
    </section>
  );
}
