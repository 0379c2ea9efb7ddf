import type { ErrorBody, ImportReport } from "@polls/client";
import { useSignal } from "@preact/signals";
import { Problem } from "../parts/feedback/problem";
import { problemOfBody, useDeskAttempts } from "../parts/feedback/problem-text";
import { bytesOf, textOf } from "../parts/form/read-text";
import { thingOfPoll } from "../types/things";
import { pageWords } from "../words";
import type { PollContext } from "./poll-context";

const TABLE_MAX_BYTES = 5_000_000;
const PREVIEW_LINES = 5;
/** The first bytes of workbooks of all kinds, of which the service reads or names each. */
const workbookStarts: ReadonlySet<string> = new Set(["80,75,3,4", "208,207,17,224"]);

/** Adds the options of a table, and lists the rows that are refused. */
export function ImportTable({
  context,
  added,
}: {
  readonly context: PollContext;
  readonly added: () => Promise<void>;
}) {
  const { words, client, hash, poll } = context;
  const { options: texts } = words;
  const { busy, problem, attempt } = useDeskAttempts();
  const report = useSignal<ImportReport | undefined>(undefined);
  const guessed = useSignal<string | undefined>(undefined);

  const importTable = (table: { readonly csv: string } | { readonly xlsx: string }) =>
    attempt(async () => {
      const body = { kind: "options", ...table } as const;
      try {
        report.value = await client.polls.import({ poll_id: hash, body });
      } finally {
        // Rows can have been added although the response was lost.
        await added();
      }
    });

  /** Imports a file. A text in a guessed character set is shown first. */
  const readTable = async (file: File): Promise<void> => {
    report.value = undefined;
    guessed.value = undefined;
    problem.value = file.size > TABLE_MAX_BYTES ? pageWords.words().errors.too_large : undefined;
    if (problem.value !== undefined) return;
    const bytes = await bytesOf(file);
    const isWorkbook =
      file.name.toLowerCase().endsWith(".xlsx") || workbookStarts.has(bytes.subarray(0, 4).join());
    if (isWorkbook) return importTable({ xlsx: base64(bytes) });
    const { text, isGuess, isBroken } = textOf(bytes);
    if (isBroken) problem.value = texts.importBroken;
    else if (isGuess) guessed.value = text;
    else return importTable({ csv: text });
  };

  return (
    <>
      <label class="card">
        {texts.importText}
        <input
          type="file"
          accept=".csv,.xlsx"
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            currentTarget.value = "";
            if (file !== undefined) void readTable(file);
          }}
        />
      </label>
      <Problem text={problem.value} />
      {guessed.value !== undefined && (
        <div class="card">
          <p>{texts.importGuessed}</p>
          <p class="text">{guessed.value.split(/\r\n?|\n/, PREVIEW_LINES).join("\n")}</p>
          <button
            type="button"
            disabled={busy.value}
            onClick={() => {
              const csv = guessed.value ?? "";
              guessed.value = undefined;
              void importTable({ csv });
            }}
          >
            {texts.addAll}
          </button>
        </div>
      )}
      <div role="status">
        {busy.value && <p>{texts.uploading(0, 1)}</p>}
        {report.value !== undefined && (
          <>
            <p>
              {texts.imported(
                words.build.count(thingOfPoll(poll.value), report.value.created.length),
              )}
            </p>
            <ul>
              {report.value.refused.map(({ row, error }) => (
                <li key={row}>{texts.refused(row, problemOfBody(error as ErrorBody))}</li>
              ))}
              {report.value.more_refused !== undefined && (
                <li>{texts.moreRefused(report.value.more_refused)}</li>
              )}
            </ul>
          </>
        )}
      </div>
    </>
  );
}

const CHUNK = 32_768;

function base64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK) {
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  }
  return btoa(text);
}
