import type { Comment } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { refusalWords } from "../parts/feedback/refusal-words";
import { Retry } from "../parts/feedback/retry";
import { More, usePages } from "../parts/list/pages";
import { useRepeatedRead } from "../parts/page/repeated-read";
import { Quiet } from "../parts/show/button";
import { commentWords } from "../words/comments";
import { CommentForm } from "./comment-form";
import { type CommentActions, CommentItem, type CommentsVisit } from "./comment-item";
import { withUpdates } from "./with-updates";

export const words = [commentWords];

/** Sends a comment as the given participant, or as the newest one of the caller, or as the organizer. */
type CommentWriter = (
  send: (voter?: { readonly id: string }) => Promise<Comment>,
) => Promise<Comment>;

/** The comments on an option that the visitor reads, with a form for another one. */
export function Comments({
  visit,
  optionId,
  writer,
  unlock,
  isAdmin = false,
  onDeleted,
}: {
  readonly visit: CommentsVisit;
  readonly optionId: string;
  /** Sends a comment as a participant. Undefined: nothing can be written now. */
  readonly writer?: CommentWriter | undefined;
  /** Asks for the password of the poll. Undefined: it is not needed. */
  readonly unlock?: (() => Promise<void>) | undefined;
  readonly isAdmin?: boolean;
  readonly onDeleted?: () => unknown;
}) {
  const { client, data, explain, pollId, words } = visit;
  const on = { poll_id: pollId, option_id: optionId };
  const texts = commentWords.words();
  const news = useSignal("");
  const title = useRef<HTMLHeadingElement>(null);
  const textOf = async (error: unknown): Promise<string> => {
    const known = { ...words, errors: { ...words.errors, ...texts.errors } };
    return (await refusalWords(error, words, undefined, explain(error, known))).join(" ");
  };
  const pages = usePages<Comment>({
    read: (page) => client().comments.list.page({ ...on, page }),
    keyOf: ({ id }) => id,
    textOf,
  });
  const { list, problem } = pages;
  const locked = unlock !== undefined;
  useEffect(() => {
    if (!locked) void pages.reload();
  }, [locked]);

  const section = useRef<HTMLElement>(null);
  /** The number of own changes: what was read before one of them is out of date. */
  const changes = useRef(0);
  useRepeatedRead(locked ? undefined : optionId, async () => {
    const { value: shown } = list;
    if (shown === undefined) return;
    const before = changes.current;
    const read: Comment[] = [];
    let total = 0;
    for (let page = 1; page <= shown.page; page++) {
      const found = await client().comments.list.page({ ...on, page });
      read.push(...found.items);
      total = found.total;
    }
    if (changes.current !== before || list.value !== shown) return;
    const isWriting = section.current?.querySelector("li textarea") !== null;
    const items = withUpdates(shown.items, read, { isWriting, hasMore: read.length < total });
    if (items === shown.items) return;
    if (read.some(({ id, own }) => !own && shown.items.every((item) => item.id !== id))) {
      news.value = texts.arrived;
    }
    list.value = { ...shown, items, total, hasMore: read.length < total };
  });

  const change: typeof pages.change = (after) => {
    changes.current++;
    pages.change(after);
  };
  const actions: CommentActions = {
    write:
      writer &&
      (async (content, idempotencyKey, parent) => {
        const comment = { content, parent_comment_id: parent?.id ?? null };
        const written = await writer((voter) => {
          const body = { comment, ...(voter !== undefined && { voter_id: voter.id }) };
          return client().comments.create({ ...on, body }, { idempotencyKey });
        });
        change((items) => [...items.filter(({ id }) => id !== written.id), written]);
        news.value = texts.sent;
      }),
    async update(comment, fields) {
      const request = { ...on, id: comment.id, body: { comment: fields } };
      const updated = await client().comments.update(request);
      change((items) => items.map((item) => (item.id === updated.id ? updated : item)));
    },
    async remove({ id }) {
      await client().comments.delete({ ...on, id });
      change((items) =>
        items
          .filter((item) => item.id !== id)
          .map((item) =>
            item.parent_comment_id === id ? { ...item, parent_comment_id: null } : item,
          ),
      );
      news.value = texts.deleted;
      onDeleted?.();
      // The pressed button no longer exists.
      title.current?.focus();
      // The next page now begins one comment earlier.
      if (list.value?.hasMore === true) await pages.reload();
    },
  };

  const items = list.value?.items;
  const known = new Set(items?.map(({ id }) => id));
  const isAnswer = ({ parent_comment_id: parent }: Comment): boolean =>
    parent !== null && known.has(parent);
  const shown = { visit, textOf, actions, isAdmin };
  return (
    <section ref={section} class="comments">
      <h2 ref={title} tabIndex={-1}>
        {texts.title}
      </h2>
      {data.poll.settings.private_comments && !isAdmin && <p class="fine">{texts.private}</p>}
      {locked && <Quiet onClick={() => unlock().catch(() => undefined)}>{texts.show}</Quiet>}
      <Retry problem={problem.value} retry={list.value === undefined ? pages.reload : undefined} />
      {items?.length === 0 && <p class="fine">{texts.none}</p>}
      <ol>
        {items
          ?.filter((item) => !isAnswer(item))
          .map((comment) => {
            const answers = items.filter(({ parent_comment_id: id }) => id === comment.id);
            return (
              <CommentItem key={comment.id} comment={comment} {...shown}>
                {answers.length > 0 && (
                  <ol>
                    {answers.map((answer) => (
                      <CommentItem key={answer.id} comment={answer} {...shown} />
                    ))}
                  </ol>
                )}
              </CommentItem>
            );
          })}
      </ol>
      <More pages={pages} />
      {actions.write !== undefined && list.value !== undefined && (
        <CommentForm label={texts.label} send={actions.write} textOf={textOf} />
      )}
      <p class="unseen" role="status">
        {news.value}
      </p>
    </section>
  );
}
