import { resultsPath } from "../poll/addresses";
import { ShownResults } from "../results/shown-results";
import { Decision } from "./decision";
import { Exports } from "./exports";
import type { PollContext } from "./poll-context";

/** The results of the admin, even if they are hidden from participants, and all votes as files. */
export function Results({ context }: { readonly context: PollContext }) {
  const { words, poll, client, hash } = context;
  const path = resultsPath(poll.value.member_hash);
  return (
    <>
      <p class="row fine">
        <a href={path}>{words.admin.results}</a>
        <a href={`${path}?present`}>{words.admin.present}</a>
      </p>
      <ShownResults poll={poll.value} client={() => client} pollId={hash} />
      <Decision context={context} />
      <Exports context={context} />
    </>
  );
}
