import type { Page } from "playwright-core";

/** The least height of a touch target (docs/reference/pages.md#looks). */
const THUMB_PX = 44;

/**
 * Controls that are lower than a touch target. The label around a control counts as part of it.
 * Links are only checked if they stand alone in their line; others are part of a text.
 */
export const smallTargetsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(`(() => {
    const small = [];
    for (const target of document.querySelectorAll("a, button, input:not([type=hidden]), select, textarea, summary")) {
      if (!target.checkVisibility({ visibilityProperty: true })) continue;
      const text = target.textContent.trim();
      if (target.tagName === "A" && target.parentElement.textContent.trim() !== text) continue;
      const heights = [target, target.closest("label") ?? target].map((box) => box.getBoundingClientRect().height);
      const height = Math.max(...heights);
      if (height < ${THUMB_PX}) small.push((target.getAttribute("aria-label") ?? (text || target.name)) + ": " + Math.round(height) + " px");
    }
    return [...new Set(small)];
  })()`);
