import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

let isPressed = false;
const ends = ["pointerup", "pointercancel", "contextmenu"];

addEventListener("pointerdown", () => (isPressed = true), true);
for (const end of ends) addEventListener(end, () => (isPressed = false), true);

/** Resolves once no pointer is pressed, after the click of the press. A press that leaves a text field saves its text. */
export const pressEnded = (): Promise<void> =>
  new Promise((resolve) => {
    if (!isPressed) return resolve();
    for (const end of ends) addEventListener(end, () => setTimeout(resolve), { once: true });
  });

/** A value as it was before a press, until the press ends. A text that goes would move the pressed button away. */
export function useAfterPress<Value>(latest: Value): Value {
  const shown = useSignal(latest);
  useEffect(() => {
    void pressEnded().then(() => (shown.value = latest));
  }, [latest]);
  return shown.value;
}
