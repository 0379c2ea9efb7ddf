import { signal } from "@preact/signals";

/** Whether the page is being printed. A browser prints what is rendered when its event ends. */
export const isPrinted = signal(false);

globalThis.onbeforeprint = globalThis.onafterprint = ({ type }) => {
  isPrinted.value = type === "beforeprint";
};
