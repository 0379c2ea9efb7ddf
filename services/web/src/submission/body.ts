import { attributeTexts, type Definitions } from "../parts/form/attributes";
import { momentIn } from "../parts/form/local-moment";
import { pointIn } from "../parts/form/location-field";

const beside: ReadonlySet<string> = new Set(["terms", "privacy_policy"]);

/** The request body that creates or changes an option from the entered values, without its files. */
export function bodyOf(
  entered: FormData,
  definitions: Definitions,
  {
    clears,
    zone,
  }: {
    /** The zone of entered times. */
    readonly zone: string;
    /** An empty field clears the stored value. */
    readonly clears: boolean;
  },
): FormData {
  const body = new FormData();
  const option = (field: string, text: string): void => body.set(`option[${field}]`, text);
  const names = definitions.map(([id]) => `attribute ${id}`);
  for (const [name, value] of entered) {
    const text = typeof value === "string" ? value.trim() : "";
    if ((text === "" && !clears) || names.includes(name) || name === "coordinates") continue;
    if (name.endsWith("_date") && text.includes("T")) option(name, momentIn(text, zone));
    else if (beside.has(name)) body.set(name, text);
    else if (name === "site") option(/vimeo/i.test(text) ? "vimeo_id" : "youtube_id", text);
    else option(name, text);
  }
  const point = pointIn(entered);
  if (point !== undefined) option("data", JSON.stringify(point));
  for (const [id, text] of Object.entries(attributeTexts(entered, definitions))) {
    body.set(`additional_attributes[${id}]`, text);
  }
  return body;
}
