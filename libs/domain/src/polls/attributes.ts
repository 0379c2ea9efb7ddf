/** Kinds of answers to an additional attribute: the input types of S2.2 but `file` (decisions 3). */
export const attributeTypes = [
  "text",
  "textarea",
  "email",
  "url",
  "select",
  "radio",
  "multi_select",
  "checkbox",
  "number",
  "number_float",
  "date",
  "datetime",
] as const;
export type AttributeType = (typeof attributeTypes)[number];

/** S2.2: what an input option asks for. */
export const inputTypes = [...attributeTypes, "file"] as const;
export type InputType = (typeof inputTypes)[number];

export interface AttributeDefinition {
  readonly title: string;
  readonly type: AttributeType;
  readonly required: boolean;
  readonly allowed_values?: readonly string[];
  /** Not asked for any more; kept so that answers keep their title in exports and the id is not used again. */
  readonly removed?: true;
}

/** By integer id; an id stays with its attribute over updates. */
export type AttributeDefinitions = Readonly<Record<string, AttributeDefinition>>;
