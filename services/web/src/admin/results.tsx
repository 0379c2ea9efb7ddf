import { useAttempts } from "../parts/feedback/attempt";
import { Problem, problemText } from "../parts/feedback/problem";
import { fileNameOf, saveFile } from "../parts/page/save-file";
import { Quiet } from "../parts/show/button";
import { resultsPath } from "../poll/addresses";
import { ShownResults } from "../results/shown-results";
import { Decision } from "./decision";
import type { PollContext } from "./poll-context";

/** The results of the admin, even if they are hidden from participants, and all votes as files. */
export function Results({ context }: { readonly context: PollContext }) {
  const { words, poll, client, hash } = context;
  const path = resultsPath(poll.value.member_hash);
  return (
    <>
      <p class="row">
        <a class="button quiet" href={path}>
          {words.admin.results}
        </a>
        <a class="button quiet" href={`${path}?present`}>
          {words.admin.present}
        </a>
      </p>
      <ShownResults poll={poll.value} client={() => client} pollId={hash} />
      <Decision context={context} />
      <Exports context={context} />
    </>
  );
}

const formats = ["xlsx", "csv", "json"] as const;

function Exports({ context: { words, client, hash, poll } }: { readonly context: PollContext }) {
  const { more: texts } = words;
  const { busy, problem, attempt } = useAttempts((error) => problemText(error, words));
  const download = (format: (typeof formats)[number]) =>
    attempt(async () => {
      const request = { poll_id: hash };
      const content =
        format === "json"
          ? new Blob([JSON.stringify(await client.results.export.json(request))])
          : await (await client.results.export[format](request)).blob();
      saveFile(content, fileNameOf(poll.value.title, format));
    });
  return (
    <>
      <h2>{texts.exports}</h2>
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
