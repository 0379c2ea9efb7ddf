import { z } from "zod";

/** An object of requests or responses, which the documentation shows under a name of its own. */
export const named = <Fields extends z.core.$ZodLooseShape>(
  id: string,
  description: string,
  fields: Fields,
) => z.strictObject(fields).meta({ id, description });

/** An object inside of another one. */
export const object = <Fields extends z.core.$ZodLooseShape>(description: string, fields: Fields) =>
  z.strictObject(fields).describe(description);

/** The description of a time that tells no moment with anonymity (docs/reference/participants.md#anonymity). */
export const dayWithAnonymity = (description: string, of = "others"): string =>
  `${description} With anonymity, that of ${of} is the beginning of the UTC day.`;

/** A field of a request or response, with the description of its value. */
export const field = {
  text: (description: string) => z.string().describe(description),
  url: (description: string) => z.url().describe(description),
  /** A moment in ISO 8601. */
  time: (description: string) => z.iso.datetime().describe(description),
  whole: (description: string) => z.int().describe(description),
  number: (description: string) => z.number().describe(description),
  flag: (description: string) => z.boolean().describe(description),
};
