import { Participants } from "./participants";
import { Payments } from "./payments";
import type { PollContext } from "./poll-context";
import { Responses } from "./responses";

/** Who takes part: answers, participants with invitations, and payments where there are any. */
export const People = ({ context }: { readonly context: PollContext }) => (
  <>
    <Responses context={context} />
    <Participants context={context} />
    <Payments context={context} />
  </>
);
