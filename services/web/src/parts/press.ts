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
