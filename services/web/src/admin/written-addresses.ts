import { UnprocessableError } from "@polls/client";

/** The addresses that a person wrote or copied from a mail program: `Claire <claire@example.org>, ben@example.org`. */
export const writtenAddresses = (text: string): readonly string[] => [
  ...new Set(
    text
      .replace(/"[^"\n]*"/g, "")
      .split(/[\n,;]/)
      .map((part) => (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim())
      .filter((part) => part !== ""),
  ),
];

export const refusedAddresses = (
  error: unknown,
  addresses: readonly string[],
): readonly string[] =>
  error instanceof UnprocessableError
    ? Object.keys(error.errors).flatMap((field) => {
        const index = /^invitations\.(\d+)\.email$/.exec(field)?.[1];
        return addresses[Number(index)] ?? [];
      })
    : [];
