const KEPT = "\u{e000}";

/** Texts as Switzerland writes them: "ss" for "ß". What functions insert, such as names, stays as it is. */
export function withoutSharpS<Words>(words: Words): Words {
  return written(words) as Words;
}

function written(words: unknown): unknown {
  if (typeof words === "string") return words.replaceAll("ß", "ss").replaceAll(KEPT, "ß");
  if (typeof words === "function") {
    return (...inserted: readonly unknown[]) =>
      written(
        words(
          ...inserted.map((each) => (typeof each === "string" ? each.replaceAll("ß", KEPT) : each)),
        ),
      );
  }
  if (Array.isArray(words)) return words.map(written);
  if (typeof words !== "object" || words === null) return words;
  return Object.fromEntries(Object.entries(words).map(([name, text]) => [name, written(text)]));
}
