import { z } from "zod";
import { defineJob } from "../define-job";

/** Settles the payment that an event of the provider is about. The content of the event is not trusted. */
export const handleProviderEvent = defineJob({
  name: "payment.handle-provider-event",
  queue: "payment",
  payload: z.strictObject({ eventId: z.string().min(1).max(255) }),
});
