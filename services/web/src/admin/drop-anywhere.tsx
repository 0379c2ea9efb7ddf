import { useSignal } from "@preact/signals";
import { useWindowEvent } from "../parts/page/use-window-event";

/** Takes the files that are dropped on any place of the page. A field for files takes its own. */
export function DropAnywhere({
  text,
  onFiles,
}: {
  readonly text: string;
  readonly onFiles: (files: readonly File[]) => void;
}) {
  const isOver = useSignal(false);
  useWindowEvent("dragover", (event) => {
    isOver.value = event.dataTransfer?.types.includes("Files") === true && !isOnField(event);
    if (isOver.value) event.preventDefault();
  });
  useWindowEvent("drop", (event) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (isOver.value) event.preventDefault();
    if (isOver.value && files.length > 0) onFiles(files);
    isOver.value = false;
  });
  // Without another element the pointer has left the window.
  useWindowEvent("dragleave", ({ relatedTarget }) => {
    if (relatedTarget === null) isOver.value = false;
  });
  return isOver.value ? <p class="drop-here">{text}</p> : null;
}

const isOnField = ({ target }: Event): boolean =>
  target instanceof Element && target.closest(".file-pick, [type=file]") !== null;
