// Prints the expected `openapi.json` and generated documents, as JSON. Some entries are whole
// files, others are parts of files.
import { BaseUrl } from "@polls/config";
import { endpoints } from "../../src/endpoints";
import { openApiDocument } from "../../src/features/docs/openapi-document";
import { errorTable, errorTableNames, fieldProblemTable } from "./error-tables";
import { guideIndex, guides } from "./guides";
import { importTable } from "./import-table";
import { keptTable } from "./kept-table";
import {
  codecTable,
  decoderTable,
  foreignFormatTable,
  formatTable,
  refusedPictureTable,
} from "./media-tables";
import { metricList } from "./metric-table";
import { settingsPage } from "./settings-page";
import { bestByTable, countedTable, pollTypesTable, valuesTable } from "./type-tables";

/** The URL of a deployment that does not exist. */
const BASE_URL = new BaseUrl("https://polls.example");

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
};

const document = openApiDocument(endpoints, BASE_URL);

const files = {
  "openapi.json": `${JSON.stringify(sorted(document), undefined, 1)}\n`,
  "docs/reference/settings.md": settingsPage(),
  "docs/guides/README.md": guideIndex(),
  ...Object.fromEntries(guides()),
};

const parts = {
  "docs/reference/errors.md": {
    ...Object.fromEntries(
      errorTableNames.map((area) => [`codes of ${area}`, errorTable(area)] as const),
    ),
    "codes of fields": fieldProblemTable(),
  },
  "docs/privacy.md": { "what is kept": keptTable() },
  "docs/metrics.md": { metrics: metricList() },
  "docs/reference/media.md": {
    "accepted formats": formatTable(),
    "refused formats": foreignFormatTable(),
    "refused pictures": refusedPictureTable(),
    decoders: decoderTable(),
    codecs: codecTable(),
  },
  "docs/reference/polls.md": {
    "kinds of files": importTable(),
    "poll types": pollTypesTable(),
    "counting methods": countedTable(),
  },
  "docs/reference/ratings.md": { "best by": bestByTable() },
  "docs/reference/votes.md": { "vote types": valuesTable() },
};

process.stdout.write(JSON.stringify({ files, parts }));
