import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { copyText } from "./copy-text";

/** Copies the text of a field. If the browser refuses, the text is selected. */
export function useCopy(text: string) {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const copied = useSignal(false);
  async function copy(): Promise<void> {
    copied.value = await copyText(text);
    if (copied.value) return;
    field.current?.focus();
    field.current?.select();
  }
  return { field, copied, copy };
}
