import { signal } from "@preact/signals";

/** Whether the page is being printed. A browser prints what is rendered when its event ends. */
export const isPrinted = signal(false);

const follow = ({ type }: Event) => (isPrinted.value = type === "beforeprint");
addEventListener("beforeprint", follow);
addEventListener("afterprint", follow);
