import type { BaseUrl } from "@polls/config";
import { type Endpoint, tags } from "../../http/routing/endpoint";
import { describeEvents } from "./describe-events";
import { commonResponses, describeOperation, pathTemplate } from "./describe-operation";
import { collectSchemas, type JsonSchema } from "./json-schema";
import { sharedHeaders, sharedParameters } from "./parameters";

export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description: string;
    readonly contact: object;
    readonly license: object;
  };
  readonly servers: readonly object[];
  readonly security: readonly object[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly webhooks: Readonly<Record<string, object>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> } & Readonly<
    Record<string, object>
  >;
}

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
export function openApiDocument(endpoints: readonly Endpoint[], baseUrl: BaseUrl): OpenApiDocument {
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
