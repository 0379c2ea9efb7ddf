import { reply } from "../../http/replies/reply";
import { field, named } from "../../http/replies/schema-parts";
import { endpointsOf } from "../../http/routing/endpoint";
import { adminRule } from "../../http/routing/poll-rules";
import { organizerMessage } from "../invitations/invitations.schema";
import { remindInvited, showReminder } from "./remind";

const endpoint = endpointsOf({ tag: "Invitations", auth: "any" });

const SendReminderBody = named("SendReminder", "What the reminder says.", {
  message: organizerMessage,
});

const path = "/api/v1/polls/:poll_id/reminders";

const ReminderResponse = named("Reminder", "A reminder of those who have not answered.", {
  recipients: field.whole("The number of invited people who have not answered."),
  reminders_left: field.whole("How many more reminders the poll may send."),
  next_at: field
    .time("When the next reminder is allowed; null: now, or never if none is left.")
    .nullable(),
});

/** Reminders of invited people, for admins (docs/reference/participants.md#reminders). */
export const reminderEndpoints = [
  endpoint({
    run: "snapshot",
    id: "reminders.show",
    path,
    summary: "Count the people whom a reminder reaches",
    description:
      "Returns how many invited people have not answered, how many reminders the poll may still send, and when. Nothing is sent.",
    poll: adminRule,
    responses: { 200: ReminderResponse },
    handle: async (input, { db }) => reply(200, await showReminder(db, input)),
  }),
  endpoint({
    run: "transaction",
    id: "reminders.send",
    method: "post",
    path,
    summary: "Remind the invited people who have not answered",
    description:
      "Mails a reminder to each address that was invited to the poll and has not answered. A poll may send three reminders, at least 24 hours apart.",
    poll: { ...adminRule, lock: "exclusive" },
    body: SendReminderBody.optional(),
    responses: { 201: ReminderResponse },
    handle: async ({ poll, body, tx, now }, { config, storedKeys }) => {
      const message = body.read()?.message ?? null;
      const settings = { ...config, storedKeys };
      return reply(201, await remindInvited(tx, { poll, message, now }, settings));
    },
  }),
];
