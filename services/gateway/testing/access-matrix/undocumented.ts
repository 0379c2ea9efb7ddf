import { BaseUrl } from "@polls/config";
import { endpoints } from "../../src/endpoints";
import { pathTemplate } from "../../src/features/docs/describe-operation";
import { openApiDocument } from "../../src/features/docs/openapi-document";

const { paths } = openApiDocument(endpoints, new BaseUrl("https://polls.example"));

/** What an answer says in addition if the OpenAPI document lacks its status. */
export function undocumented(endpoint: string, status: number): string {
  const [method = "", path = ""] = endpoint.split(" ");
  const operation = paths[pathTemplate(path)]?.[method.toLowerCase()];
  const responses = (operation as { readonly responses?: object } | undefined)?.responses ?? {};
  return Object.hasOwn(responses, status) ? "" : ", which the OpenAPI document lacks";
}
