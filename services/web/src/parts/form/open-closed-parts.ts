/**
 * Opens the closed parts around an invalid field, for the event `invalid` while it is captured: after it the browser
 * focuses the field and says what is wrong, but only where the field is shown.
 */
export function openClosedParts({ target }: Event): void {
  let part = target instanceof Element ? closedPart(target) : null;
  for (; part !== null; part = closedPart(part)) part.setAttribute("open", "");
}

const closedPart = (inside: Element): Element | null => inside.closest("details:not([open])");
