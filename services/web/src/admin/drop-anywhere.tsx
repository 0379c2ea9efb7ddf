import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Takes the files that are dropped on any place of the page. A field for files takes its own. */
export function DropAnywhere({
  text,
  onFiles,
}: {
  readonly text: string;
  readonly onFiles: (files: readonly File[]) => void;
}) {
  const isOver = useSignal(false);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      isOver.value = event.dataTransfer?.types.includes("Files") === true && !isOnField(event);
      if (isOver.value) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      const files = [...(event.dataTransfer?.files ?? [])];
      if (isOver.value) event.preventDefault();
      if (isOver.value && files.length > 0) onFiles(files);
      isOver.value = false;
    };
    // Without another element the pointer has left the window.
    const leave = ({ relatedTarget }: DragEvent): void => {
      if (relatedTarget === null) isOver.value = false;
    };
    const heard = { dragover: over, drop, dragleave: leave } as const;
    const names = Object.keys(heard) as (keyof typeof heard)[];
    for (const name of names) addEventListener(name, heard[name]);
    return () => {
      for (const name of names) removeEventListener(name, heard[name]);
    };
  });
  return isOver.value ? <p class="drop-here">{text}</p> : null;
}

const isOnField = ({ target }: Event): boolean =>
  target instanceof Element && target.closest(".file-pick, [type=file]") !== null;
