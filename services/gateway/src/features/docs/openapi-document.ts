import type { BaseUrl } from "@polls/config";
import {
  eventSubjectOf,
  isPersonalKey,
  type WebhookEventType,
  webhookBody,
  webhookEventTypes,
} from "@polls/domain/webhooks";
import { z } from "zod";
import { field, named, object } from "../../http/replies/schema-parts";
import { type Endpoint, tags } from "../../http/routing/endpoint";
import { commonResponses, describeOperation, pathTemplate } from "./describe-operation";
import { collectSchemas, type SchemaCollection } from "./json-schema";
import { sharedHeaders, sharedParameters } from "./parameters";

export type OpenApiDocument = ReturnType<typeof openApiDocument>;

const DESCRIPTION = `Polls, their options, participants and votes.

Requests carry \`Authorization: Bearer <token>\`, unless the description says that no token is needed. A private token acts as its
account. A public token acts anonymously, for the user named in \`X-SERVICE-USER-IDENTIFIER\`.

A poll is addressed by its \`member_hash\`, or by its \`admin_hash\`, which gives admin access. A request for an object that is hidden
from the caller gets the response of an object that does not exist.

The usual order of requests: an account creates a poll with its settings and options (\`polls.create\`), and can change settings and
add options later (\`polls.update\`, \`options.create\`). Each person becomes a participant once (\`participants.create\`), and then
casts votes (\`votes.cast\`) with the \`id\` of that participant. Ratings are part of options and of the results (\`results.show\`).

\`Extension\` marks what the specification of the Poll Service API does not have. Clients must ignore unknown fields. Errors have a
stable \`code\`: see the schemas whose names end in \`Code\`.

A method that a path does not have gets 405. \`Allow\` then lists the methods of the path, and so does OPTIONS.`;

/** The schemas are those that check requests and responses. */
export function openApiDocument(endpoints: readonly Endpoint[], baseUrl: BaseUrl) {
  const schemas = collectSchemas();
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = pathTemplate(endpoint.path);
    paths[path] = { ...paths[path], [endpoint.method]: describeOperation(endpoint, schemas) };
  }
  const webhooks = describeEvents(schemas);
  const responses = commonResponses(schemas);
  return {
    openapi: "3.1.0",
    info: {
      title: "Poll Service",
      version: "v1",
      description: DESCRIPTION,
      contact: { name: "The operator of this deployment", url: baseUrl.href },
      license: { name: "Not licensed", identifier: "LicenseRef-Unlicensed" },
    },
    servers: [{ url: baseUrl.href, description: "This deployment." }],
    security: [{ token: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      schemas: schemas.named(),
      responses,
      parameters: sharedParameters,
      headers: sharedHeaders,
      securitySchemes: {
        token: {
          type: "http",
          scheme: "bearer",
          description: "A private (psk_…) or public (ppk_…) token of an account.",
        },
      },
    },
  };
}

const ids = {
  option_id: "The `id` of the option.",
  voter_id: "The `id` of the participant.",
  comment_id: "The `id` of the comment.",
  payment_id: "The `id` of the payment.",
  webhook_id: "The `id` of the webhook.",
  vote_ids: "The `id` of each vote, in the order in which they were cast; at most 1,000.",
} as const;

const idOf = (key: keyof typeof ids): z.ZodType =>
  isPersonalKey(key)
    ? z.string().nullable().describe(`${ids[key]} Null with \`anonymize_voter_names\`.`)
    : field.text(ids[key]);

const nameOf = (type: string): string =>
  `${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;

/** The schema of an event body, which `webhookBody` creates (docs/reference/webhooks.md#events). */
function bodyOf(type: WebhookEventType): z.ZodType {
  const { about, key, list, of, path, meaning } = eventSubjectOf(type);
  return named(nameOf(type), meaning, {
    id: field.text("The id of the event. It is the same in every attempt, and in `webhook-id`."),
    type: z.literal(type).describe("What happened."),
    timestamp: field.time("When the event happened."),
    data: object("The object of the event. The event contains no votes, names or addresses.", {
      ...(about === "webhook"
        ? {}
        : { poll_id: field.text("The `member_hash` of the poll at that time.") }),
      ...(key === undefined ? {} : { [key]: idOf(key) }),
      ...(of === undefined ? {} : { [of]: field.text(ids[of]) }),
      ...(list === undefined ? {} : { [list]: z.array(z.string()).describe(ids[list]) }),
      ...(path === undefined
        ? {}
        : { url: field.url("The URL of the object. Reading it requires a token.") }),
    }),
  });
}

const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

/** The section `webhooks` of the document. */
function describeEvents(schemas: SchemaCollection): Readonly<Record<string, object>> {
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
              "The service posts the event to the URL of the webhook, signed according to Standard Webhooks. Respond with 2xx within 10 seconds. Other responses are retried for about a day. The same event may arrive twice.",
            tags: ["Webhooks"],
            security: [],
            parameters: [
              header("webhook-id", "The id of the event."),
              header(
                "webhook-timestamp",
                "The time at which the attempt was signed, in seconds since 1970.",
              ),
              header(
                "webhook-signature",
                "One or more signatures `v1,…` of the id, the time and the body.",
              ),
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
              "2XX": { description: "The event is accepted. The body is ignored." },
              "410": { description: "The webhook wants no more events, and is switched off." },
            },
          },
        },
      ];
    }),
  );
}
