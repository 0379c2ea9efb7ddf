import { z } from "zod";
import { defineJob } from "../define-job";

/** Looks at the payment that an event of the provider is about; the event itself is not believed (decisions 10). */
export const handleProviderEvent = defineJob({
  name: "payment.handle-provider-event",
  queue: "payment",
  payload: z.strictObject({ eventId: z.string().min(1).max(255) }),
});
