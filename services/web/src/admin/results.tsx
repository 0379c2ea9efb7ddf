import { ShownResults } from "../results/shown-results";
import type { PollDesk } from "./poll-desk";

/** The results of the admin, even if they are hidden from participants. */
export const Results = ({ desk: { poll, client, hash } }: { readonly desk: PollDesk }) => (
  <ShownResults poll={poll.value} client={() => client} pollId={hash} />
);
