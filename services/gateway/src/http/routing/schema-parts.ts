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
