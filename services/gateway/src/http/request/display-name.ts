import { cutText } from "@polls/domain/input";
import { withoutFormatCharacters } from "@polls/markup";

const NAME_MAX_LENGTH = 255;

/**
 * The display name of an uploaded file: without folders, control characters and characters that
 * change the reading direction (`exe.gpj`). Joiners of emoji and letters are kept. It is never used in a path. Undefined if it is empty.
 */
export function displayName(name: string | undefined): string | undefined {
  const last = (name ?? "").normalize("NFC").split(/[/\\]/).at(-1) ?? "";
  const plain = withoutFormatCharacters(last.replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, "")).trim();
  const short = cutText(plain, NAME_MAX_LENGTH);
  return short === "" || /^\.+$/.test(short) ? undefined : short;
}
