import { Webhooks as WebhooksOf } from "../webhooks/webhooks";
import type { PollDesk } from "./poll-desk";

/** Where programs are told of events of the poll. */
export const Webhooks = ({ desk }: { readonly desk: PollDesk }) => (
  <WebhooksOf desk={desk} poll={desk.poll.value} />
);
