/**
 * Makes a change that may remove the button that was pressed. The focus then goes to the next button or field that
 * stays, or else to the last one before.
 */
export async function keepingFocus(pressed: Element, change: () => unknown): Promise<void> {
  const all = [
    ...document.querySelectorAll<HTMLElement>(
      "main :is(a, button, input, select, textarea, summary)",
    ),
  ].filter((each) => each.checkVisibility());
  const at = all.indexOf(pressed as HTMLElement);
  const order = [...all.slice(at), ...all.slice(0, at).reverse()];
  await change();
  // The page was rendered meanwhile.
  if (document.activeElement === document.body)
    order.find((each) => each.isConnected && each.matches(":not(:disabled)"))?.focus();
}
