import type { OptionListItem } from "@polls/client";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { nameOf } from "../parts/option-name";
import type { Visit } from "../session/visit";
import { PhotoInfo } from "./photo-info";

const SWIPE_PX = 50;

/** Full-size pictures one after the other, with keys, buttons and swipes. */
export function Lightbox({
  visit,
  options,
  shown,
  onShow,
}: {
  readonly visit: Visit;
  /** The options with a picture, in order. */
  readonly options: readonly OptionListItem[];
  readonly shown: OptionListItem;
  /** Called with undefined when the visitor closes it. */
  readonly onShow: (option: OptionListItem | undefined) => void;
}) {
  const { words } = visit;
  const dialog = useRef<HTMLDialogElement>(null);
  const isInfoOpen = useSignal(visit.data.poll.settings.show_photo_info_by_default);
  const from = useRef<number | undefined>(undefined);
  useEffect(() => {
    dialog.current?.showModal();
    return () => dialog.current?.close();
  }, []);

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
      aria-label={name}
      onClose={() => onShow(undefined)}
      onClick={({ target, currentTarget }) => target === currentTarget && onShow(undefined)}
      onKeyDown={({ key }) => {
        if (key === "ArrowRight") go(1);
        if (key === "ArrowLeft") go(-1);
      }}
      onPointerDown={({ clientX }) => {
        from.current = clientX;
      }}
      onPointerUp={({ clientX }) => {
        const moved = clientX - (from.current ?? clientX);
        from.current = undefined;
        if (Math.abs(moved) >= SWIPE_PX) go(moved < 0 ? 1 : -1);
      }}
      onPointerCancel={() => {
        from.current = undefined;
      }}
    >
      <figure>
        <img
          key={shown.id}
          src={shown.attachment?.attachment_url_large ?? shown.attachment?.attachment_url_thumb}
          alt={name}
          draggable={false}
        />
        <figcaption aria-live="polite">
          {name} · {words.gallery.of(at + 1, options.length)}
        </figcaption>
      </figure>
      <PhotoInfo
        key={shown.id}
        optionId={shown.id}
        visit={visit}
        open={isInfoOpen.value}
        onToggle={(open) => {
          isInfoOpen.value = open;
        }}
      />
      <div class="ways">
        <button type="button" class="quiet" onClick={() => go(-1)}>
          {words.gallery.previous}
        </button>
        <button type="button" class="quiet" onClick={() => go(1)}>
          {words.gallery.next}
        </button>
        <button type="button" onClick={() => onShow(undefined)}>
          {words.gallery.close}
        </button>
      </div>
    </dialog>
  );
}
