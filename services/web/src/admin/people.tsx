import { Participants } from "./participants";
import { Payments } from "./payments";
import type { PollDesk } from "./poll-desk";
import { Responses } from "./responses";

/** Who takes part: answers, participants with invitations, and payments where there are any. */
export const People = ({ desk }: { readonly desk: PollDesk }) => (
  <>
    <Responses desk={desk} />
    <Participants desk={desk} />
    <Payments desk={desk} />
  </>
);
