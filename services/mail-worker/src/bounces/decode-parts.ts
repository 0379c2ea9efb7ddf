/** A line that begins a part of a message, or ends its parts. */
const boundary = /^--[^\s]/;

/** The fields of a header. Names are in lower case, and folded lines are joined. */
function fieldsOf(lines: readonly string[]): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  let name = "";
  for (const line of lines) {
    if (/^[ \t]/.test(line)) {
      fields.set(name, `${fields.get(name) ?? ""} ${line.trim()}`);
      continue;
    }
    const at = line.indexOf(":");
    if (at < 0) continue;
    name = line.slice(0, at).trim().toLowerCase();
    fields.set(name, line.slice(at + 1).trim());
  }
  return fields;
}

const decoders: Readonly<Record<string, (body: readonly string[]) => string>> = {
  base64: (body) => Buffer.from(body.join(""), "base64").toString("utf8"),
  "quoted-printable": (body) =>
    Buffer.from(
      body
        .join("\n")
        .replace(/=[ \t]*\n/g, "")
        .replace(/=([0-9A-Fa-f]{2})/g, (_, digits: string) =>
          String.fromCharCode(Number.parseInt(digits, 16)),
        ),
      "latin1",
    ).toString("utf8"),
};

/** Decodes the parts of a message (RFC 2045), in a time proportional to its length. */
export function decodeParts(source: string): string {
  const text: string[] = [];
  let header: string[] = [];
  let body: string[] = [];
  let isHeader = true;
  const endPart = () => {
    const fields = fieldsOf(header);
    const encoding = fields.get("content-transfer-encoding")?.toLowerCase() ?? "";
    const isReadable = /^(?:text|message)\//i.test(fields.get("content-type") ?? "text/plain");
    const decode = isReadable ? decoders[encoding] : undefined;
    text.push(...header, "", decode === undefined ? body.join("\n") : decode(body));
    header = [];
    body = [];
    isHeader = true;
  };
  for (const line of source.split(/\r?\n/)) {
    if (boundary.test(line)) {
      endPart();
      text.push(line);
    } else if (isHeader && line === "") isHeader = false;
    else if (isHeader) header.push(line);
    else body.push(line);
  }
  endPart();
  return text.join("\n");
}
