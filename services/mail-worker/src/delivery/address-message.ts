import { createHmac, timingSafeEqual } from "node:crypto";
import type { MailDeps } from "../deps";
import type { Letter } from "../letters/letter";
import { renderHtml } from "../letters/render-html";
import { renderText } from "../letters/render-text";
import type { QueuedMail } from "../mails";
import type { Message } from "./open-mailer";

const TAG_BYTES = 10;

/** Puts a letter into its envelope. The same row makes the same `Message-ID` however often it is sent. */
export function addressMessage(
  { sender, keys }: MailDeps["settings"],
  mail: Pick<QueuedMail, "id" | "address" | "createdAt" | "language">,
  letter: Letter,
): Message {
  const { from, bounces } = sender;
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  return {
    from,
    to: mail.address,
    envelopeFrom:
      bounces === undefined ? from.address : bounceAddress(bounces, mail.id, keys.mailLinks),
    messageId: `<mail-${mail.id}.${mail.createdAt.getTime().toString(36)}@${domain}>`,
    date: mail.createdAt,
    subject: letter.subject,
    text: renderText(letter),
    html: renderHtml(letter),
    headers: {
      "Auto-Submitted": "auto-generated",
      "X-Auto-Response-Suppress": "All",
      "Content-Language": letter.language,
      ...(letter.unsubscribe === undefined
        ? {}
        : {
            "List-Unsubscribe": `<${letter.unsubscribe.url}>`,
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          }),
    },
  };
}

const bounceTag = (id: bigint, key: string): string =>
  createHmac("sha256", key).update(`bounce\0${id}`).digest().subarray(0, TAG_BYTES).toString("hex");

/** Where one mail comes back to: nobody else can make such an address up. */
export function bounceAddress(bounces: string, id: bigint, key: string): string {
  const at = bounces.lastIndexOf("@");
  return `${bounces.slice(0, at)}+${id}-${bounceTag(id, key)}${bounces.slice(at)}`;
}

/** The mail that an address of ours which something came back to stands for. */
export function mailOfBounce(address: string, key: string): bigint | undefined {
  const [, digits, tag] = /\+(\d{1,19})-([0-9a-f]{20})@/i.exec(address) ?? [];
  if (digits === undefined || tag === undefined) return undefined;
  const id = BigInt(digits);
  const expected = Buffer.from(bounceTag(id, key));
  return timingSafeEqual(expected, Buffer.from(tag.toLowerCase())) ? id : undefined;
}
