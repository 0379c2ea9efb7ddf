import { ChevronLeft, ChevronRight, X } from "virtual:icons";
import type { OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useBack } from "../parts/page/use-back";
import { Quiet } from "../parts/show/button";
import { Icon } from "../parts/show/icon";
import { nameOf } from "../parts/show/option-name";
import { VoteOn, type VotingState } from "../poll/vote-on";
import type { Visit } from "../session/visit";
import { PhotoInfo } from "./photo-info";

const SWIPE_PX = 50;

/** Keys and drags on a control of a vote are its own. */
const isOnControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(".vote") !== null;

/** Whether parts of a picture are transparent: a bit of its blurred preview tells it. */
const isSeeThrough = ({ thumbhash = "" }: OptionListItem): boolean =>
  (atob(thumbhash).charCodeAt(2) & 128) !== 0;

/** Full-size pictures one after the other, each with its vote; with keys, buttons and swipes. Back closes it. */
export function Lightbox({
  visit,
  options,
  shown,
  voting,
  onShow,
}: {
  readonly visit: Visit;
  /** The options with a picture, in order. */
  readonly options: readonly OptionListItem[];
  readonly shown: OptionListItem;
  /** Undefined: the pictures are not voted on one by one. */
  readonly voting: VotingState | undefined;
  /** Called with undefined when the visitor closes it. */
  readonly onShow: (option: OptionListItem | undefined) => void;
}) {
  const { words } = visit;
  const dialog = useRef<HTMLDialogElement>(null);
  const isInfoOpen = useSignal(visit.data.poll.settings.show_photo_info_by_default);
  const from = useRef<number | undefined>(undefined);
  useEffect(() => {
    dialog.current?.showModal();
    // Not a star: the arrow keys lead to other pictures.
    dialog.current?.focus();
    return () => dialog.current?.close();
  }, []);
  useBack(() => onShow(undefined));

  const at = options.findIndex(({ id }) => id === shown.id);
  const go = (by: 1 | -1): void => {
    const next = options[(at + by + options.length) % options.length];
    if (next !== undefined) onShow(next);
  };
  const name = nameOf(shown, visit);
  return (
    <dialog
      ref={dialog}
      class="lightbox"
      tabIndex={-1}
      aria-label={name}
      onClose={() => onShow(undefined)}
      onClick={({ target, currentTarget }) => target === currentTarget && onShow(undefined)}
      onKeyDown={({ key, target, currentTarget }) => {
        const by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : undefined;
        if (by === undefined || isOnControl(target)) return;
        // The next picture replaces its details, and a focus on them would leave the dialog.
        if (target instanceof Element && target.closest(".ways") === null) currentTarget.focus();
        go(by);
      }}
      onPointerDown={({ clientX, target }) => {
        if (!isOnControl(target)) from.current = clientX;
      }}
      onPointerUp={({ clientX }) => {
        const moved = clientX - (from.current ?? clientX);
        from.current = undefined;
        if (Math.abs(moved) >= SWIPE_PX) go(moved < 0 ? 1 : -1);
      }}
      onPointerCancel={() => (from.current = undefined)}
    >
      <figure>
        <img
          key={shown.id}
          class={isSeeThrough(shown) ? "see-through" : undefined}
          src={shown.attachment?.attachment_url_large ?? shown.attachment?.attachment_url_thumb}
          alt={name}
          draggable={false}
        />
        <figcaption aria-live="polite">
          <strong>{name}</strong>
          {shown.subtitle !== undefined && <span>{shown.subtitle}</span>}
          <span class="fine">
            {shown.author_name !== undefined && `${words.poll.by(shown.author_name)} · `}
            {words.gallery.of(at + 1, options.length)}
          </span>
        </figcaption>
      </figure>
      {voting !== undefined && (
        <VoteOn
          key={shown.id}
          option={shown}
          visit={visit}
          voting={{ ...voting, ranking: undefined, scope: "lightbox " }}
        />
      )}
      <PhotoInfo
        key={shown.id}
        optionId={shown.id}
        visit={visit}
        open={isInfoOpen.value}
        onToggle={(open) => (isInfoOpen.value = open)}
      />
      <div class="ways">
        <Quiet aria-label={words.gallery.previous} onClick={() => go(-1)}>
          <Icon of={ChevronLeft} />
        </Quiet>
        <Quiet aria-label={words.gallery.next} onClick={() => go(1)}>
          <Icon of={ChevronRight} />
        </Quiet>
        <Quiet onClick={() => onShow(undefined)}>
          <Icon of={X} />
          {words.gallery.close}
        </Quiet>
      </div>
    </dialog>
  );
}
