import { Webhooks as WebhooksOf } from "../webhooks/webhooks";
import type { PollDesk } from "./poll-desk";

/** The webhooks of the poll. */
export const Webhooks = ({ desk }: { readonly desk: PollDesk }) => (
  <WebhooksOf desk={desk} poll={desk.poll.value} />
);
