import { Download } from "virtual:icons";
import { Problem } from "../parts/feedback/problem";
import { useDeskAttempts } from "../parts/feedback/problem-text";
import { fileNameOf, saveFile } from "../parts/page/save-file";
import { Quiet } from "../parts/show/button";
import { Icon } from "../parts/show/icon";
import type { PollContext } from "./poll-context";

const formats = ["xlsx", "csv", "json"] as const;
type Format = (typeof formats)[number] | "answers";

function useDownloads({ words, client, hash, poll }: PollContext) {
  const { busy, problem, attempt } = useDeskAttempts();
  const request = { poll_id: hash };
  const contentOf = async (format: Format): Promise<Blob> =>
    format === "json"
      ? new Blob([JSON.stringify(await client.results.export.json(request))])
      : (await client.results.export[format](request)).blob();
  const download = (format: Format) =>
    attempt(async () => {
      const { answers, votes } = words.more.files;
      const [ending, part] = format === "answers" ? ["xlsx", answers] : [format, votes];
      saveFile(await contentOf(format), fileNameOf(poll.value.title, ending, part));
    });
  return { busy, problem, download };
}

/** Saves the table of names and answers for a spreadsheet. */
export function DownloadAnswers({ context }: { readonly context: PollContext }) {
  const { busy, problem, download } = useDownloads(context);
  return (
    <>
      <Quiet disabled={busy.value} onClick={() => void download("answers")}>
        <Icon of={Download} /> {context.words.more.answers}
      </Quiet>
      <Problem text={problem.value} />
    </>
  );
}

/** The table for people first, then each vote for programs. */
export function Exports({ context }: { readonly context: PollContext }) {
  const { more: texts } = context.words;
  const { busy, problem, download } = useDownloads(context);
  return (
    <>
      <h2>{texts.exports}</h2>
      <DownloadAnswers context={context} />
      <p>{texts.exportsText}</p>
      <Problem text={problem.value} />
      <p class="row">
        {formats.map((format) => (
          <Quiet key={format} disabled={busy.value} onClick={() => void download(format)}>
            {format.toUpperCase()}
          </Quiet>
        ))}
      </p>
    </>
  );
}
