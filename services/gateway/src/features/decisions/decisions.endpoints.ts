import { decisionBody } from "@polls/domain/decisions";
import { translatePoll } from "@polls/domain/polls";
import { z } from "zod";
import { reply } from "../../http/replies/reply";
import { field, named } from "../../http/replies/schema-parts";
import { endpointsOf } from "../../http/routing/endpoint";
import { adminRule, readContentRule } from "../../http/routing/poll-rules";
import { calendarReply, readPollCalendar, writeDecision } from "./calendar-file";
import { countRecipients, decideDates, withdrawDecision } from "./decide-dates";

const DecisionResponse = named("Decision", "The final dates of a poll.", {
  option_ids: z.array(z.string()).describe("The options whose dates are final, by date."),
  decided_at: field.time("When the dates were decided, or changed."),
});

const DecisionRecipientsResponse = named(
  "DecisionRecipients",
  "How many people a decision reaches.",
  {
    recipients: field
      .whole(
        "The number of people to whom a decision is mailed: participants, and invited people who have not answered; null with `anonymize_voter_names`.",
      )
      .nullable(),
    without_address: field
      .whole(
        "The number of participants whose address is not known; null with `anonymize_voter_names`.",
      )
      .nullable(),
  },
);

const path = "/api/v1/polls/:poll_id/decision";
const endpoint = endpointsOf({ tag: "Polls", auth: "any" });
const deciding = { ...adminRule, lock: "exclusive" } as const;

/** The final dates of a poll (docs/reference/decisions.md). */
export const decisionEndpoints = [
  endpoint({
    run: "transaction",
    id: "polls.decision.make",
    method: "post",
    path,
    summary: "Decide the final dates of a poll",
    description:
      "Marks the given options as the final dates and closes the poll. Participants with a confirmed address or a used invitation, and invited people who have not answered, get a mail with an invitation for their calendar. Other dates replace the dates of an earlier decision; the same ones change nothing.",
    poll: deciding,
    body: decisionBody,
    responses: { 201: DecisionResponse },
    handle: async ({ poll, body, tx, now }, { config, storedKeys }) => {
      const optionIds = body.read().option_ids.map((id) => id.trim());
      const command = { poll, now, optionIds };
      const { decided, unchanged } = await decideDates(tx, command, { ...config, storedKeys });
      return { ...reply(201, decided), unchanged };
    },
  }),
  endpoint({
    run: "transaction",
    id: "polls.decision.withdraw",
    method: "delete",
    path,
    summary: "Withdraw the decision of a poll",
    description:
      "Removes the marks of the final dates, and opens the poll again if the decision closed it. The recipients of the invitations get a mail that cancels them.",
    poll: deciding,
    responses: { 204: null },
    handle: async ({ poll, tx, now }, { config, storedKeys }) => {
      await withdrawDecision(tx, { poll, now }, { ...config, storedKeys });
      return reply(204);
    },
  }),
  endpoint({
    run: "snapshot",
    id: "polls.decision.recipients",
    path: `${path}/recipients`,
    summary: "Count the recipients of a decision",
    description:
      "Returns how many people a decision or its withdrawal is mailed to, and how many participants left no address. With `anonymize_voter_names` both are null.",
    poll: adminRule,
    responses: { 200: DecisionRecipientsResponse },
    handle: async ({ poll }, { db }) => reply(200, await countRecipients(db, poll)),
  }),
  endpoint({
    run: "snapshot",
    id: "polls.decision.file",
    path: `${path}.ics`,
    summary: "Get the final dates of a poll as a calendar file",
    description:
      "Returns the final dates that the caller sees as a file of RFC 5545, with one event for each. Without a decision it is 404.",
    poll: readContentRule,
    contentType: "text/calendar",
    responses: { 200: z.string() },
    handle: async (caller, { db, config }) => {
      const poll = translatePoll(caller.poll, caller.textLanguage);
      const text = await writeDecision(db, { ...caller, poll }, config.baseUrl);
      return calendarReply(poll.title, text);
    },
  }),
  endpoint({
    run: "public",
    auth: "none",
    id: "polls.calendar",
    path: "/api/v1/polls/:calendar_secret/calendar.ics",
    summary: "Read the calendar of a poll, by its secret link",
    description:
      "Returns the final dates of a poll as a calendar that programs subscribe to; until they are decided, the proposed dates as tentative events. The address is `calendar_url` of the poll.",
    contentType: "text/calendar",
    responses: { 200: z.string() },
    handle: async ({ params, now }, deps) => {
      const { title, text } = await readPollCalendar(params.calendar_secret, now, deps);
      return calendarReply(title, text);
    },
  }),
];
