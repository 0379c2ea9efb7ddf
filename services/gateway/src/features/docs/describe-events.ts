import {
  eventSubjectOf,
  type WebhookEventType,
  webhookBody,
  webhookEventTypes,
} from "@polls/domain/webhooks";
import { z } from "zod";
import type { SchemaCollection } from "./json-schema";

const ids = {
  option_id: "The `id` of the option.",
  voter_id: "The `id` of the participant.",
  payment_id: "The `id` of the payment.",
  webhook_id: "The `id` of the webhook.",
  vote_ids: "The `id` of each vote, in the order in which they were cast; at most 1,000.",
} as const;

const nameOf = (type: string): string =>
  `${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;

/** The body of an event, which `webhookBody` makes (docs/reference/webhooks.md#events). */
function bodyOf(type: WebhookEventType): z.ZodType {
  const { about, key, list, path, meaning } = eventSubjectOf(type);
  return z
    .strictObject({
      id: z
        .string()
        .describe("The id of the event, the same in every attempt, as in `webhook-id`."),
      type: z.literal(type).describe("What happened."),
      timestamp: z.iso.datetime().describe("When it happened."),
      data: z
        .strictObject({
          ...(about === "webhook"
            ? {}
            : { poll_id: z.string().describe("The `member_hash` of the poll at that time.") }),
          ...(key === undefined ? {} : { [key]: z.string().describe(ids[key]) }),
          ...(list === undefined ? {} : { [list]: z.array(z.string()).describe(ids[list]) }),
          ...(path === undefined
            ? {}
            : { url: z.url().describe("The address that shows the object, with your token.") }),
        })
        .describe("Which object it is about; no votes, names or addresses."),
    })
    .meta({ id: nameOf(type), description: meaning });
}

const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

/** What the service posts to webhooks, as the section `webhooks` of the document. */
export function describeEvents(schemas: SchemaCollection): Readonly<Record<string, object>> {
  return Object.fromEntries(
    webhookEventTypes.map((type) => {
      const { about, meaning } = eventSubjectOf(type);
      const example: unknown = JSON.parse(
        webhookBody(
          {
            publicId: "q3Vd0mJx5kS8y1ZbT7wRgA",
            type,
            pollHash: about === "webhook" ? null : "Hn4wB7xQeZ2kLs9vTr6yPg",
            subjectId: "Xc9uN2fLrE4hP6aYtK0oWg",
            subjectIds: ["Xc9uN2fLrE4hP6aYtK0oWg", "m3TzQ8vBnY1cJ5kRw7LfDa"],
            createdAt: new Date("2030-01-02T03:04:05.678Z"),
          },
          "https://polls.example",
        ),
      );
      return [
        type,
        {
          post: {
            operationId: `events.${type}`,
            summary: meaning,
            description:
              "The service posts it to your address, signed as Standard Webhooks says. Answer 2xx within 10 seconds; other answers are retried for about a day. The same event can come twice.",
            tags: ["Webhooks"],
            security: [],
            parameters: [
              header("webhook-id", "The id of the event."),
              header("webhook-timestamp", "Seconds since 1970 when the attempt was signed."),
              header("webhook-signature", "One or more signatures `v1,…` over id, time and body."),
            ],
            requestBody: {
              required: true,
              description: "The event.",
              content: {
                "application/json": {
                  schema: schemas.add(bodyOf(type), "output"),
                  examples: { event: { summary: meaning, value: example } },
                },
              },
            },
            responses: {
              "2XX": { description: "The event is taken; the body is ignored." },
              "410": { description: "Nothing more is wanted: the webhook is switched off." },
            },
          },
        },
      ];
    }),
  );
}
