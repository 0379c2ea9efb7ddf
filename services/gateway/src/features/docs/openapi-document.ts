import type { Endpoint } from "../../http/routing/endpoint";
import { describeOperation, methodNotAllowed, pathTemplate } from "./describe-operation";
import { collectSchemas, type JsonSchema } from "./json-schema";
import { sharedHeaders, sharedParameters } from "./parameters";

export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly security: readonly object[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> } & Readonly<
    Record<string, object>
  >;
}

const DESCRIPTION = `Polls, their options, participants and votes.

Every request, unless it says otherwise, carries \`Authorization: Bearer <token>\`. A private token acts as its owner. A public
token acts anonymously, for the user whom \`X-SERVICE-USER-IDENTIFIER\` names.

A poll is addressed by its \`member_hash\`, or by its \`admin_hash\`, which gives admin access. What the
caller may not know answers like what does not exist.

A path answers the methods that it does not have with 405, and names those it has in \`Allow\`; so does OPTIONS.`;

/** Describes the endpoints in OpenAPI 3.1, from the schemas that check requests and answers. */
export function openApiDocument(endpoints: readonly Endpoint[], baseUrl: URL): OpenApiDocument {
  const schemas = collectSchemas();
  const paths: Record<string, Record<string, object>> = {};
  for (const endpoint of endpoints) {
    const path = pathTemplate(endpoint.path);
    paths[path] = { ...paths[path], [endpoint.method]: describeOperation(endpoint, schemas) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Poll Service", version: "v1", description: DESCRIPTION },
    servers: [{ url: baseUrl.origin }],
    security: [{ token: [] }],
    tags: [...new Set(endpoints.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: schemas.named(),
      parameters: sharedParameters,
      headers: sharedHeaders,
      responses: { MethodNotAllowed: methodNotAllowed(schemas) },
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
