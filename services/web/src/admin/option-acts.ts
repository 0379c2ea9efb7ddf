import { ApiError, type OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useDeskAttempts } from "../parts/feedback/problem-text";
import { askEach } from "../parts/list/ask-each";
import { useWindowEvent } from "../parts/page/use-window-event";
import { isBeingLeft } from "../session/leaving";
import type { Progress } from "./add-files";
import type { PollContext } from "./poll-context";

/** How many options are acted on together at most. */
export const ACT_MAX = 1_000;
const UNDO_MS = 8_000;
/** Browsers complete no more requests after a page is left. */
const SENT_ON_LEAVING = 100;

type Options = readonly OptionListItem[];

/** What was done with several options, until it can no longer be undone. */
interface Done {
  readonly text: string;
  readonly undo: () => void;
}

/**
 * What is done with several options together: one progress, and one undo. Deleted options leave the page at once, and
 * are deleted a while later, or as soon as the page is left, unless that is undone.
 */
export function useOptionActs(
  { words, client, hash, updateOption }: PollContext,
  reload: () => Promise<void>,
) {
  const { options: texts } = words;
  const attempts = useDeskAttempts();
  const progress = useSignal<Progress | undefined>(undefined);
  const done = useSignal<Done | undefined>(undefined);
  /** The options that are not shown. */
  const gone = useSignal<ReadonlySet<string>>(new Set());
  const deleted = useRef<Options>([]);
  const isStopped = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  /** A refusal of one option does not stop the others. Returns the options that were changed. */
  async function actOnEach(
    options: Options,
    act: (option: OptionListItem) => Promise<unknown>,
  ): Promise<Options> {
    const changed: OptionListItem[] = [];
    let handled = 0;
    let refusal: unknown;
    const tell = () => {
      const share = handled / options.length;
      progress.value = { text: texts.handled(handled, options.length), share };
    };
    isStopped.current = false;
    tell();
    await attempts.attempt(async () => {
      await askEach(options, async (option) => {
        if (isStopped.current) return;
        try {
          await act(option);
          changed.push(option);
        } catch (error) {
          refusal ??= error;
          if (!isOfOne(error)) isStopped.current = true;
        }
        handled++;
        tell();
      });
      progress.value = undefined;
      await reload();
      if (refusal !== undefined) throw refusal;
    });
    return changed;
  }

  function offerUndo(text: string, undo: () => void, later: () => void): void {
    const leave = () => {
      clearTimeout(timer.current);
      done.value = undefined;
    };
    done.value = {
      text,
      undo() {
        leave();
        undo();
      },
    };
    timer.current = setTimeout(() => {
      leave();
      later();
    }, UNDO_MS);
  }

  const show = (options: Options): void => {
    const shown = new Set(options.map(({ id }) => id));
    gone.value = new Set([...gone.value].filter((id) => !shown.has(id)));
  };
  const deleteOne = ({ id }: OptionListItem) => client.options.delete({ poll_id: hash, id });

  /** What was done before can no longer be undone. */
  async function settle(): Promise<void> {
    clearTimeout(timer.current);
    done.value = undefined;
    const options = deleted.current;
    deleted.current = [];
    if (options.length === 0) return;
    // Only what is sent at once is sent while the page is left.
    if (isBeingLeft()) await Promise.allSettled(options.map(deleteOne)).then(reload);
    else await actOnEach(options, deleteOne);
    show(options);
  }
  useWindowEvent("pagehide", () => void settle());
  useWindowEvent("beforeunload", (event) => {
    const isAtWork = progress.value !== undefined;
    if (isAtWork || deleted.current.length > SENT_ON_LEAVING) event.preventDefault();
  });
  useEffect(() => () => void settle(), []);

  return {
    ...attempts,
    progress,
    done,
    gone,
    /** What is not yet sent is not sent. */
    stop: () => (isStopped.current = true),
    /** Returns the options that were changed. */
    async review(options: Options, state: "approved" | "disapproved"): Promise<Options> {
      await settle();
      const changed = await actOnEach(options, ({ id }) =>
        updateOption(id, { option: { approval_state: state } }),
      );
      const undo = () =>
        void actOnEach(changed, ({ id, approval_state = "unreviewed" }) =>
          updateOption(id, { option: { approval_state } }),
        );
      if (changed.length > 0) offerUndo(texts.reviewed[state](changed.length), undo, () => {});
      return changed;
    },
    /** Uploads another file in place of one that cannot be used. */
    replaceFile: ({ id }: OptionListItem, file: File) =>
      attempts.attempt(async () => {
        const body = new FormData();
        body.append("option_attachments[]", file);
        await updateOption(id, body);
        await reload();
      }),
    remove(options: Options): void {
      void settle();
      deleted.current = options;
      gone.value = new Set([...gone.value, ...options.map(({ id }) => id)]);
      const undo = () => {
        deleted.current = [];
        show(options);
      };
      offerUndo(texts.deleted(options.length), undo, () => void settle());
    },
  };
}

export type OptionActs = ReturnType<typeof useOptionActs>;

const ofOne: ReadonlySet<number> = new Set([404, 409, 422]);
/** Whether a refusal is about one option, and not about all that follow. */
const isOfOne = (error: unknown): boolean => error instanceof ApiError && ofOne.has(error.status);
