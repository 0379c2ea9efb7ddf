import { ShownResults } from "../results/shown-results";
import type { PollDesk } from "./poll-desk";

/** Results as admins read them, also where participants read none. */
export const Results = ({ desk: { poll, client, hash } }: { readonly desk: PollDesk }) => (
  <ShownResults poll={poll.value} client={() => client} pollId={hash} />
);
