import { createRequire } from "node:module";
import { createConfig, lintFromString } from "@redocly/openapi-core";

// These packages are CommonJS without named exports that an import could detect.
const require = createRequire(import.meta.url);

/** The findings of Redocly (recommended-strict) and Spectral (oas) in an OpenAPI document, including warnings. */
export async function lint(source) {
  const config = await createConfig({ extends: ["recommended-strict"] });
  const lintFindings = await lintFromString({ source, absoluteRef: "/openapi.json", config });
  const { Document, Spectral } = require("@stoplight/spectral-core");
  const { Json } = require("@stoplight/spectral-parsers");
  const { oas } = require("@stoplight/spectral-rulesets");
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [[oas, "recommended"]] });
  const also = await spectral.run(new Document(source, Json, "openapi.json"));
  return [
    ...lintFindings.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ""}`,
    ),
    ...also.map(({ code, message, path }) => `${code}: ${message} ${path.join("/")}`),
  ];
}
