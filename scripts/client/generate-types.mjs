// `node scripts/client/generate-types.mjs`: writes the types of `libs/client` from `openapi.json`.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import openapiTypescript, { astToString } from "openapi-typescript";
import { root } from "../setup/root.mjs";

const document = JSON.parse(readFileSync(path.join(root, "openapi.json"), "utf8"));
const place = path.join(root, "libs/client/src/generated");

const types = await openapiTypescript(document, { alphabetize: true, exportType: true });
mkdirSync(place, { recursive: true });
writeFileSync(path.join(place, "schema.ts"), astToString(types));
