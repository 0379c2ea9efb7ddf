import { createHmac, timingSafeEqual } from "node:crypto";
import type { MailDeps } from "../deps";
import type { MailRow } from "../mails";
import { renderHtml, renderText } from "../templates/render";
import type { MailContent } from "../templates/template";
import type { OutgoingMail } from "./open-mailer";

const TAG_BYTES = 10;

/** The message of a mail. The same row always gives the same `Message-ID`. */
export function addressMessage(
  { sender, keys, operator }: MailDeps["settings"],
  mail: Pick<MailRow, "id" | "address" | "createdAt" | "language">,
  content: MailContent,
): OutgoingMail {
  const { from, bounces } = sender;
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  return {
    from,
    to: mail.address,
    envelopeFrom:
      bounces === undefined
        ? from.address
        : bounceAddress(bounces, mail.id, keys.mailLinks.signing),
    messageId: `<mail-${mail.id}.${mail.createdAt.getTime().toString(36)}@${domain}>`,
    date: mail.createdAt,
    subject: content.subject,
    text: renderText(content, operator),
    html: renderHtml(content, operator),
    ...(content.calendar !== undefined && { calendar: content.calendar }),
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      "Content-Language": content.language,
      ...(content.unsubscribe === undefined
        ? {}
        : {
            "List-Unsubscribe": `<${content.unsubscribe.url}>`,
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          }),
    },
  };
}

const bounceTag = (id: bigint, key: string): string =>
  createHmac("sha256", key).update(`bounce\0${id}`).digest().subarray(0, TAG_BYTES).toString("hex");

/** The VERP address of a mail. It cannot be guessed. */
export function bounceAddress(bounces: string, id: bigint, key: string): string {
  const at = bounces.lastIndexOf("@");
  return `${bounces.slice(0, at)}+${id}-${bounceTag(id, key)}${bounces.slice(at)}`;
}

/** The part of a VERP address that names the mail. It has a limited length, so that the search takes linear time. */
const bounceTags = /\+(\d{1,19})-([0-9a-f]{20})@/gi;

/** The mail of the first genuine VERP address in a text. Undefined if there is none. */
export function mailOfBounce(text: string, keys: readonly string[]): bigint | undefined {
  for (const [, digits = "", tag = ""] of text.matchAll(bounceTags)) {
    const id = BigInt(digits);
    const tagBytes = Buffer.from(tag.toLowerCase());
    if (keys.some((key) => timingSafeEqual(Buffer.from(bounceTag(id, key)), tagBytes))) return id;
  }
  return undefined;
}
