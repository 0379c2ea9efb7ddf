import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { pageWords } from "../../words";

/** Entries in an order that can be changed. */
export interface MovableOrder {
  readonly order: () => readonly string[];
  readonly move: (id: string, at: number) => void;
  /** Takes an entry out of the order, to below the line. Undefined: all entries are in the order. */
  readonly leave?: (id: string) => void;
}

/** Close to the edges of the screen, the page scrolls while an option is dragged. */
const EDGE_PX = 64;
const SCROLL_PX = 14;

/** Beside each other or below each other: the keys of both ways lead to the entry before or after. */
const steps: Readonly<Record<string, 1 | -1>> = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
};

/** The dragged entry, and where the drag began. */
interface Drag {
  readonly item: HTMLElement;
  readonly x: number;
  readonly y: number;
}

/** The handle of an entry, which moves it among the others: by pointer or by the arrow keys. */
export function DragHandle({
  ranking,
  id,
  name,
}: {
  readonly ranking: MovableOrder;
  readonly id: string;
  readonly name: string;
}) {
  const { vote: texts } = pageWords.words();
  const drag = useRef<Drag | undefined>(undefined);
  const said = useSignal("");

  function move(at: number): void {
    const others = ranking.order().filter((each) => each !== id).length;
    const index = Math.min(Math.max(0, at), others);
    ranking.move(id, index);
    said.value = texts.moved(name, index + 1, others + 1);
  }
  function step(by: 1 | -1): void {
    const order = ranking.order();
    const at = order.indexOf(id);
    if (by === 1 && at >= 0 && at === order.length - 1) ranking.leave?.(id);
    else if (at >= 0) move(at + by);
    // Without a rank it comes after all others.
    else if (by === -1) move(order.length);
  }
  /** The entry was dropped where another one is. */
  function drop(entries: readonly HTMLElement[], from: number, to: number): void {
    const line = entries.findIndex((entry) => entry.matches(".order-ends"));
    const isBelow = line >= 0 && to >= line;
    // What is pulled down is not wanted: it does not join the order.
    if (!ranking.order().includes(id)) {
      if (to < from) move(isBelow ? line : to);
    } else if (isBelow) ranking.leave?.(id);
    else move(to);
  }
  function end(): void {
    const { item } = drag.current ?? {};
    drag.current = undefined;
    if (item === undefined) return;
    item.style.translate = "";
    // It lies where it was dropped, and does not slide there.
    requestAnimationFrame(() => item.classList.remove("dragged"));
    for (const entry of entriesBeside(item)) entry.classList.remove("target");
  }

  return (
    <>
      <button
        type="button"
        class="grip"
        aria-label={texts.move(name)}
        title={texts.move(name)}
        aria-keyshortcuts={Object.keys(steps).join(" ")}
        onKeyDown={(event) => {
          const { key, currentTarget } = event;
          const by = steps[key];
          if (by === undefined) return;
          event.preventDefault();
          const isMirrored = /Left|Right/.test(key) && currentTarget.matches(":dir(rtl)");
          step(isMirrored ? (by === 1 ? -1 : 1) : by);
        }}
        onPointerDown={(event) => {
          const item = event.currentTarget.closest("li");
          if (item === null || event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          drag.current = { item, x: event.pageX, y: event.pageY };
        }}
        onPointerMove={(event) => {
          if (drag.current === undefined) return;
          const { item, x, y } = drag.current;
          item.classList.add("dragged");
          item.style.translate = `${event.pageX - x}px ${event.pageY - y}px`;
          const target = entryAt(item, event);
          for (const entry of entriesBeside(item)) {
            entry.classList.toggle("target", entry === target && entry !== item);
          }
          if (event.clientY < EDGE_PX) scrollBy(0, -SCROLL_PX);
          if (event.clientY > innerHeight - EDGE_PX) scrollBy(0, SCROLL_PX);
        }}
        onPointerUp={(event) => {
          const { item } = drag.current ?? {};
          if (item?.classList.contains("dragged")) {
            const entries = entriesBeside(item);
            const [from, to] = [item, entryAt(item, event)].map((entry) => entries.indexOf(entry));
            if (from !== undefined && to !== undefined && from !== to) drop(entries, from, to);
          }
          end();
        }}
        onPointerCancel={end}
      >
        <span aria-hidden="true">⠿</span>
      </button>
      <span class="unseen" role="status">
        {said.value}
      </span>
    </>
  );
}

const entriesBeside = (item: HTMLElement): readonly HTMLElement[] =>
  [...(item.parentElement?.children ?? [])].filter((entry) => entry instanceof HTMLElement);

/** The entry whose middle is the closest to the pointer. The dragged one counts where it was. */
function entryAt(
  item: HTMLElement,
  { clientX, clientY }: Pick<PointerEvent, "clientX" | "clientY">,
): HTMLElement {
  const { translate } = item.style;
  item.style.translate = "";
  const distances = entriesBeside(item).map((entry) => {
    const box = entry.getBoundingClientRect();
    const distance = Math.hypot(
      clientX - (box.left + box.width / 2),
      clientY - (box.top + box.height / 2),
    );
    return { entry, distance };
  });
  item.style.translate = translate;
  return distances.reduce((best, each) => (each.distance < best.distance ? each : best)).entry;
}
