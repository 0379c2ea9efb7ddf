/** The lines of a text that are not blank. */
export const linesIn = (text: FormDataEntryValue | null): readonly string[] =>
  String(text ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
