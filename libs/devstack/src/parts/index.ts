import type { StackPart } from "../stack/part";
import { ffmpegPart } from "./ffmpeg-part";
import { mailPart } from "./mail-part";
import { migrationsPart } from "./migrations-part";
import { paymentsPart } from "./payments-part";
import { postgresPart } from "./postgres-part";
import { redisPart } from "./redis-part";
import { secretPart } from "./secret-part";
import { storagePart } from "./storage-part";
import { webhooksPart } from "./webhooks-part";

/** Every part of the stack, in start order. A new part is a file beside these and a line here. */
export const parts: readonly StackPart[] = [
  secretPart,
  storagePart,
  ffmpegPart,
  postgresPart,
  migrationsPart,
  redisPart,
  paymentsPart,
  mailPart,
  webhooksPart,
];
