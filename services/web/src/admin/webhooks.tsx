import { Webhooks as WebhooksOf } from "../webhooks/webhooks";
import type { PollContext } from "./poll-context";

/** The webhooks of the poll. */
export const Webhooks = ({ context }: { readonly context: PollContext }) => (
  <WebhooksOf context={context} poll={context.poll.value} />
);
