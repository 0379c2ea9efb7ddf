import { optionBody } from "@polls/domain/options";
import { z } from "zod";
import type { Input } from "../../http/routing/endpoint";

/** Takes anything, and tells the reader of forms which types the fields have. */
const anyOptionBody = z.union([z.unknown(), optionBody]);

/** The body with the strings of a form converted; the domain says what is wrong with it. */
export const readOptionBody = ({ read }: Pick<Input<unknown>, "read">): unknown =>
  read(anyOptionBody);
