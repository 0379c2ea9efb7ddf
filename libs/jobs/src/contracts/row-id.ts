import { z } from "zod";

/** The id of a row (`bigint`) in JSON. */
export const rowId = z.string().regex(/^[1-9]\d{0,18}$/);
