const NAME_MAX_LENGTH = 255;

/**
 * The display name of an uploaded file: without folders, control characters and characters that
 * change the reading direction (`exe.gpj`). It is never used in a path. Undefined if it is empty.
 */
export function displayName(name: string | undefined): string | undefined {
  const last = (name ?? "").normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const plain = last.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, "").trim();
  const short = [...plain].slice(0, NAME_MAX_LENGTH).join("");
  return short === "" || /^\.+$/.test(short) ? undefined : short;
}
