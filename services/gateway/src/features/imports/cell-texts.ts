import { readXml } from "./read-xml";

/** Collects the text of `t` elements. Phonetic hints are omitted, and escapes are resolved. */
export function collectText() {
  let text = "";
  let run: string | undefined;
  let hints = 0;
  return {
    start() {
      text = "";
    },
    open(name: string) {
      if (name === "rPh") hints++;
      else if (name === "t" && hints === 0) run = "";
    },
    text(part: string) {
      if (run !== undefined) run += part;
    },
    close(name: string) {
      if (name === "rPh") hints--;
      if (name !== "t" || run === undefined) return;
      text += unescaped(run);
      run = undefined;
    },
    value: () => text,
  };
}

/** A text may have a character by its number, such as `_x000D_` (ECMA-376, ST_Xstring). */
export const unescaped = (text: string): string =>
  text.replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );

export function sharedTexts(xml: string | undefined): readonly string[] {
  const texts: string[] = [];
  const current = collectText();
  readXml(xml ?? "<none/>", {
    open(name) {
      if (name === "si") current.start();
      current.open(name);
    },
    text: current.text,
    close(name) {
      current.close(name);
      if (name === "si") texts.push(current.value());
    },
  });
  return texts;
}
