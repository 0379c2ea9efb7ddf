import { readXml } from "./read-xml";

/** What is shown by the formats with a day that have no code in the file (ECMA-376, part 1, 18.8.30). */
function shownByNumber(id: number): Shown {
  if (id === 22) return "moment";
  const isDay =
    (id >= 14 && id <= 17) || (id >= 27 && id <= 31) || (id >= 50 && id <= 58) || id === 36;
  return isDay ? "day" : undefined;
}

export type Shown = "day" | "moment" | undefined;

/** Quoted, escaped, bracketed and filling texts of the code of a format, which show nothing of the value. */
const texts = /"[^"]*"|\[[^\]]*\]|[\\_*]./g;

/** What a code shows: `m` is a month, unless hours or seconds are beside it. */
function shownByCode(code: string): Shown {
  const shown = code.replace(texts, "").split(";")[0] ?? "";
  const hasTime = /[hs]/i.test(shown);
  if (!/[dy]|m{3}/i.test(shown) && (hasTime || !/m/i.test(shown))) return undefined;
  return hasTime ? "moment" : "day";
}

/** What each style of cells shows of a day. */
export function readStyles(xml: string | undefined): ReadonlyMap<string, Shown> {
  const styles = new Map<string, Shown>();
  const codes = new Map<string, string>();
  let inCells = false;
  readXml(xml ?? "<none/>", {
    open(name, { numFmtId = "", formatCode = "" }) {
      if (name === "cellXfs") inCells = true;
      else if (name === "numFmt") codes.set(numFmtId, formatCode);
      else if (name === "xf" && inCells) {
        const code = codes.get(numFmtId);
        const shown = code === undefined ? shownByNumber(Number(numFmtId)) : shownByCode(code);
        styles.set(String(styles.size), shown);
      }
    },
    close(name) {
      if (name === "cellXfs") inCells = false;
    },
  });
  return styles;
}
