import { mapWords } from "@polls/domain/naming";

const KEPT = "\u{e000}";

/** Texts as Switzerland writes them: "ss" for "ß". What functions insert, such as names, stays as it is. */
export const withoutSharpS = <Words>(words: Words): Words =>
  mapWords(
    words,
    (text) => text.replaceAll("ß", "ss").replaceAll(KEPT, "ß"),
    (inserted) => inserted.replaceAll("ß", KEPT),
  );
