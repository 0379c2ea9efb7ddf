import { askAgainBody } from "@polls/domain/opt-ins";
import { mailRequestOf } from "../../http/limits/mail-request";
import { limitCreatedParticipants } from "../../http/limits/rate-limit";
import { reply } from "../../http/replies/reply";
import { endpoint } from "../../http/routing/endpoint";
import { askAgain } from "./ask-again";
import { ParticipantResponse } from "./participants.schema";
import { presentParticipant } from "./read-participants";

/** Requests for another confirmation mail (docs/reference/opt-in.md#asking-again). */
export const optInEndpoints = [
  endpoint({
    run: "transaction",
    id: "participants.optIn.resend",
    method: "post",
    path: "/api/v1/polls/:poll_id/voters/:id/opt_in",
    summary: "Send another confirmation mail to a participant, optionally to a corrected address",
    description:
      "Sends another mail to confirm the address of a participant. An address in the body replaces the old one.",
    tag: "Participants",
    auth: "any",
    poll: { param: "poll_id", password: "none", restricted: false, lock: "shared" },
    body: askAgainBody.optional(),
    responses: { 200: ParticipantResponse },
    handle: async (input, deps) => {
      limitCreatedParticipants(input.poll, input.clientAddress, deps);
      const command = {
        ...input,
        publicId: input.params.id ?? "",
        body: input.rawBody,
        mail: mailRequestOf(input),
      };
      const { config, storedKeys } = deps;
      const participant = await askAgain(input.tx, command, { ...config, storedKeys });
      const reading = { ...input, baseUrl: config.baseUrl };
      return reply(200, await presentParticipant(input.tx, reading, participant));
    },
  }),
];
