import { z } from "zod";
import { organizerMessage } from "../invitations/invitations.schema";

export const SendReminderBody = z
  .strictObject({ message: organizerMessage })
  .meta({ id: "SendReminder", description: "What the reminder says." });

export const ReminderResponse = z
  .strictObject({
    recipients: z.int().describe("The number of invited people who have not answered."),
    reminders_left: z.int().describe("How many more reminders the poll may send."),
    next_at: z.iso
      .datetime()
      .nullable()
      .describe("When the next reminder is allowed; null: none is left."),
  })
  .meta({ id: "Reminder", description: "A reminder of those who have not answered." });
