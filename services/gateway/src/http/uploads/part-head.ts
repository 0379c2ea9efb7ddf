/** The head of a part of a form (RFC 7578, section 4). */
export interface PartHead {
  /** The head for the parser: without folded lines, character sets, and a semicolon at the end of the disposition. */
  readonly plain: string;
  /** The character set that the part names. Undefined: none. */
  readonly charset: string | undefined;
  /** Whether `filename*` names the file. The parser decodes it. */
  readonly hasExtendedName: boolean;
  /** Whether a line of it is there twice, repeats a parameter, or cannot be read. */
  readonly isUnreadable: boolean;
}

const DISPOSITION = /^content-disposition:/i;
const TYPE = /^content-type:/i;
const ENCODING = /^content-transfer-encoding:/i;
/** The value is `type/subtype` (RFC 9110, section 8.3.1). */
const READABLE_TYPE = /^[^:]*:[ \t]*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+[ \t]*(?:;|$)/;
const PARAMETERS = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g;

/** Reads a head, which has one character for each byte. */
export function readPartHead(head: string): PartHead {
  const lines = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
  const found = (pattern: RegExp) => lines.filter((line) => pattern.test(line));
  const [dispositions, types] = [found(DISPOSITION), found(TYPE)];
  const isTwice = [dispositions, types, found(ENCODING)].some(({ length }) => length > 1);
  const disposition = parametersOf(dispositions[0]);
  const type = parametersOf(types[0]);
  const [charset] = type.get("charset") ?? [];
  const isRepeated = [...disposition.values(), type.get("charset") ?? []].some(
    ({ length }) => length > 1,
  );
  const isLost = charset === undefined && /;\s*charset/i.test(types[0] ?? "");
  const isType = types.every((line) => READABLE_TYPE.test(line));
  const extended = disposition.get("filename*")?.[0];
  return {
    plain: lines.map(plainLine).join("\r\n"),
    charset,
    hasExtendedName: extended !== undefined,
    isUnreadable: isTwice || isRepeated || isLost || !isType || !isDecodable(extended),
  };
}

/** In linear time: a pattern that may begin at each blank would read the blanks after it each time. */
function plainLine(line: string): string {
  if (DISPOSITION.test(line)) return /^.*[^;\s]/s.exec(line)?.[0] ?? line;
  return TYPE.test(line) ? (line.split(";", 1)[0] ?? line).trimEnd() : line;
}

/** The values of each parameter, by its name in lower case. */
function parametersOf(line = ""): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const [, name = "", quoted, plain = ""] of line.matchAll(PARAMETERS)) {
    const key = name.toLowerCase();
    const sameName = values.get(key) ?? [];
    sameName.push(quoted ?? plain);
    values.set(key, sameName);
  }
  return values;
}

/** Whether a value that says to be UTF-8 is that (RFC 5987, section 3.2). */
function isDecodable(extended = ""): boolean {
  const [, value = ""] = /^utf-8'[^']*'(.*)$/i.exec(extended) ?? [];
  try {
    decodeURIComponent(value);
    return true;
  } catch {
    return false;
  }
}
