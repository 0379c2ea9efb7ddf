import type { Page } from "playwright-core";
import { laidOut, shownWhole } from "./browse";

/**
 * Texts of a page that are cut off, outside of the screen, or on top of other texts. Texts for
 * screen readers only (`clip-path: inset(50%)`) are skipped. A text below a bar that stays on the
 * screen is no fault if it can be scrolled free: the page ends with room for a fixed bar.
 */
export async function textFaultsOf(page: Page): Promise<readonly string[]> {
  await shownWhole(page);
  return page.evaluate<readonly string[]>(`(() => {
    const faults = [];
    const lines = [];
    const isClipped = (element) =>
      element !== null && (getComputedStyle(element).clipPath === "inset(50%)" || isClipped(element.parentElement));
    const barOf = (element) =>
      element === null || /^(sticky|fixed)$/.test(getComputedStyle(element).position) ? element : barOf(element.parentElement);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.data.trim();
      const element = node.parentElement;
      if (text === "" || element.closest("script, style, noscript, option, svg, video, [aria-hidden='true']")) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (isClipped(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const { left, right, top, bottom } of range.getClientRects()) {
        if (right - left < 1) continue;
        if (left < -1 || right > window.innerWidth + 1) faults.push("off the screen: " + text);
        for (let box = element; box !== document.body; box = box.parentElement) {
          const { overflowX, overflowY } = getComputedStyle(box);
          const edge = box.getBoundingClientRect();
          const cutX = /hidden|clip/.test(overflowX) && (left < edge.left - 1 || right > edge.right + 1);
          const cutY = /hidden|clip/.test(overflowY) && (top < edge.top - 3 || bottom > edge.bottom + 3);
          if (cutX || cutY) faults.push("cut: " + text);
        }
        lines.push({ left, right, top, bottom, text, node, bar: barOf(element) });
      }
    }
    for (const [at, one] of lines.entries()) {
      for (const other of lines.slice(at + 1)) {
        if (one.node === other.node || one.bar !== other.bar) continue;
        const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        // Line boxes of neighbors touch.
        if (wide > 2 && high > 5) faults.push("one on the other: " + one.text + " / " + other.text);
      }
    }
    for (const bar of new Set(lines.map(({ bar }) => bar))) {
      if (bar === null || getComputedStyle(bar).position !== "fixed" || bar.closest("dialog") !== null) continue;
      if (bar.offsetHeight > parseFloat(getComputedStyle(document.body).paddingBottom)) faults.push("no room for the bar of " + bar.offsetHeight + " px");
    }
    for (const field of document.querySelectorAll("button, input:not([type=range]), select")) {
      if (isClipped(field) || !field.checkVisibility({ opacityProperty: true })) continue;
      const { left, right } = field.getBoundingClientRect();
      if (left < -1 || right > window.innerWidth + 1) faults.push("off the screen: " + (field.getAttribute("aria-label") ?? field.textContent ?? field.type));
      if (field.tagName === "BUTTON" && field.scrollWidth > field.clientWidth + 1) faults.push("cut: " + field.textContent);
    }
    return [...new Set(faults)];
  })()`);
}

const ARROW_PX = 20;

/** Choices of select fields that are wider than their field and therefore cut off. */
export const cutChoicesOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(`(() => {
    const pen = document.createElement("canvas").getContext("2d");
    return [...document.querySelectorAll("select")].flatMap((field) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      pen.font = font;
      const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - ${ARROW_PX};
      return [...field.options].map(({ text }) => text).filter((text) => pen.measureText(text).width > room);
    });
  })()`);

const LETTERS = 8;
const WORD_LETTERS = 18;

/** The sizes of the titles, in pixels. */
export const titleSizesOf = (page: Page): Promise<readonly number[]> =>
  page.evaluate<readonly number[]>(
    "[...document.querySelectorAll('h1, h2, h3, legend')].map((each) => parseFloat(getComputedStyle(each).fontSize))",
  );

/**
 * Texts that wrap in a box narrower than 8 characters, words that are broken in a button, a title or
 * the head of a table, and a page that is wider than the screen.
 * @param zoom The size of the text. The longest word that must not be broken has 18 letters without it.
 */
export const narrowTextsOf = (page: Page, zoom = 1): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(`(() => {
    const faults = [];
    const wide = document.documentElement.scrollWidth;
    if (wide > innerWidth) {
      const widest = [...document.querySelectorAll("main *, footer *, header *")].filter((each) => Math.abs(each.getBoundingClientRect().right - wide) < 2);
      faults.push("the page is " + wide + " px wide: " + widest.map((each) => each.localName + "." + each.className).join(" "));
    }
    const pen = document.createElement("canvas").getContext("2d");
    const isClipped = (element) =>
      element !== null && (getComputedStyle(element).clipPath === "inset(50%)" || isClipped(element.parentElement));
    const blockOf = (element) =>
      /^(inline|contents)$/.test(getComputedStyle(element).display) ? blockOf(element.parentElement) : element;
    const linesOf = (range) => new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top))).size;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.data.trim();
      const element = node.parentElement;
      if (text === "" || element.closest("script, style, noscript, option, svg, video")) continue;
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || isClipped(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const block = blockOf(element);
      const { font, paddingLeft, paddingRight } = getComputedStyle(block);
      pen.font = font;
      const width = block.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      if (text.length > ${LETTERS} && linesOf(range) > 1 && width < pen.measureText("n".repeat(${LETTERS})).width) {
        faults.push("narrow: " + text + " (" + Math.round(width) + " px)");
      }
      if (element.closest("h1, h2, h3, h4, th, caption, legend, dt, button:not(.side), .button") === null) continue;
      for (const { index, 0: word } of node.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
        if (word.length > ${WORD_LETTERS / zoom}) continue;
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (linesOf(range) > 1) faults.push("broken: " + word + " in " + text);
      }
    }
    return [...new Set(faults)];
  })()`);

/** Tables that are cut on paper, where no reader can scroll, with the box that cuts them. */
export async function cutTablesOf(page: Page): Promise<readonly string[]> {
  await page.emulateMedia({ media: "print" });
  await page.evaluate("dispatchEvent(new Event('beforeprint'))");
  await laidOut(page);
  const cut = await page.evaluate<readonly string[]>(`(() => {
    const isCut = (box) =>
      getComputedStyle(box).overflow !== "visible" &&
      (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1);
    const around = (element) =>
      element === document.body ? [] : [element, ...around(element.parentElement)];
    return [...document.querySelectorAll("table")]
      .filter((table) => table.checkVisibility())
      .flatMap((table) => around(table.parentElement).filter(isCut))
      .map((box) => "cut on paper: the table in " + box.localName + "." + box.className);
  })()`);
  await page.evaluate("dispatchEvent(new Event('afterprint'))");
  await page.emulateMedia({ media: "screen" });
  return cut;
}
