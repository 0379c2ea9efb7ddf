import type { Comment, Poll, UpdateComment } from "@polls/client";
import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type TextOf, useAttempts } from "../parts/feedback/attempt";
import { Problem } from "../parts/feedback/problem";
import { Quiet } from "../parts/show/button";
import { momentText, unbroken } from "../parts/show/dates";
import type { Visit } from "../session/visit";
import type { Words } from "../words";
import { commentWords } from "../words/comments";
import { CommentForm } from "./comment-form";

export type CommentsVisit = Pick<Visit, "client" | "pollId" | "words"> & {
  readonly data: { readonly poll: Poll };
  readonly explain: (error: unknown, words: Words) => string;
};

export interface CommentActions {
  /** Undefined: nothing can be written now. */
  readonly write:
    | ((content: string, idempotencyKey: string, parent?: Comment) => Promise<void>)
    | undefined;
  readonly update: (comment: Comment, change: UpdateComment["comment"]) => Promise<void>;
  readonly remove: (comment: Comment) => Promise<void>;
}

export function CommentItem({
  comment,
  visit,
  textOf,
  actions: { write, update, remove },
  isAdmin,
  on,
  children,
}: {
  readonly comment: Comment;
  /** The name of the option that it is on, where others stand beside it. */
  readonly on?: string | undefined;
  readonly visit: CommentsVisit;
  readonly textOf: TextOf;
  readonly actions: CommentActions;
  readonly isAdmin: boolean;
  /** The answers. */
  readonly children?: ComponentChildren;
}) {
  const { words } = visit;
  const texts = commentWords.words();
  const { content, own, hidden, approval_state: approval } = comment;
  const state = useSignal<"shown" | "answer" | "change" | "delete">("shown");
  const { busy, problem, attempt } = useAttempts(textOf);
  const item = useRef<HTMLLIElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    const { value } = state;
    // The pressed button no longer exists.
    if (value === "delete") keep.current?.focus();
    else if (wasAsked.current && value === "shown") item.current?.focus();
    wasAsked.current = value !== "shown";
  }, [state.value]);
  const show = (): void => {
    problem.value = undefined;
    state.value = "shown";
  };
  const name = comment.by_organizer ? texts.organizer : comment.user_name || words.table.nameless;
  const button = (text: string, act: () => unknown) => (
    <Quiet disabled={busy.value} aria-label={`${text}: ${name}`} onClick={() => void act()}>
      {text}
    </Quiet>
  );
  const set = (change: UpdateComment["comment"]) => attempt(() => update(comment, change));
  return (
    <li ref={item} class="comment" tabIndex={-1}>
      <p class="fine">
        {on !== undefined && `${on} · `}
        <b>{name}</b> {own && !comment.by_organizer && words.table.own}{" "}
        <time dateTime={comment.created_at}>{writtenAt(comment, visit)}</time>
      </p>
      {approval === "unreviewed" && <p class="chip waits">{words.submission.waits}</p>}
      {approval === "disapproved" && <p class="chip waits">{texts.disapproved}</p>}
      {hidden && <p class="chip waits">{texts.hidden}</p>}
      {state.value !== "change" && <p class="text">{content}</p>}
      {state.value === "change" && (
        <CommentForm
          label={texts.label}
          initial={content}
          leave={show}
          send={async (text) => {
            await update(comment, { content: text });
            show();
          }}
          textOf={textOf}
        />
      )}
      {state.value === "shown" && (
        <div class="ways">
          {write !== undefined && button(texts.answer, () => (state.value = "answer"))}
          {write !== undefined &&
            own &&
            button(words.submission.change, () => (state.value = "change"))}
          {isAdmin &&
            approval !== "approved" &&
            button(texts.approve, () => set({ approval_state: "approved" }))}
          {isAdmin &&
            approval === "unreviewed" &&
            button(texts.reject, () => set({ approval_state: "disapproved" }))}
          {isAdmin && button(hidden ? texts.unhide : texts.hide, () => set({ hidden: !hidden }))}
          {(own || isAdmin) && button(words.submission.delete, () => (state.value = "delete"))}
        </div>
      )}
      {state.value === "delete" && (
        <fieldset>
          <legend>{texts.sure}</legend>
          <div class="ways">
            <button ref={keep} type="button" class="quiet" onClick={show}>
              {words.submission.keep}
            </button>
            <button
              type="button"
              disabled={busy.value}
              onClick={() => void attempt(() => remove(comment))}
            >
              {words.submission.delete}
            </button>
          </div>
        </fieldset>
      )}
      <Problem text={problem.value} />
      {children}
      {state.value === "answer" && write !== undefined && (
        <CommentForm
          label={texts.answerTo(name)}
          note={approval === "approved" ? undefined : texts.answerWaits}
          leave={show}
          send={async (text, key) => {
            await write(text, key, comment);
            show();
          }}
          textOf={textOf}
        />
      )}
    </li>
  );
}

/** With anonymity the service tells only the day, as its beginning in UTC. */
const writtenAt = ({ created_at }: Comment, { words }: CommentsVisit): string =>
  created_at.endsWith("T00:00:00.000Z")
    ? unbroken(
        new Intl.DateTimeFormat(words.locale, {
          day: "numeric",
          month: "short",
          year: "numeric",
          timeZone: "UTC",
        }).format(new Date(created_at)),
      )
    : momentText(created_at, words);
