import PostalMime from "postal-mime";

export interface MailAttachment {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: number;
}

/** A mail as its recipient sees it. */
export interface MailMessage {
  readonly id: string;
  /** The recipient in the envelope. Headers do not decide who receives the mail. */
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The links in the text, in order and without duplicates. */
  readonly links: readonly string[];
  readonly attachments: readonly MailAttachment[];
  readonly received_at: string;
}

const address = /\bhttps?:\/\/[^\s<>"')\]]*[^\s<>"')\].,;!?]/g;

/** Parses a mail that was received over SMTP. */
export async function parseMessage(
  id: string,
  source: Buffer,
  envelopeTo: string,
  now: Date,
): Promise<MailMessage> {
  const mail = await PostalMime.parse(source);
  const text = mail.text ?? "";
  return {
    id,
    to: envelopeTo,
    from: mail.from?.address ?? "",
    subject: mail.subject ?? "",
    text,
    html: mail.html ?? "",
    links: [...new Set(text.match(address) ?? [])],
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? "attachment",
      contentType: mimeType,
      bytes: typeof content === "string" ? content.length : content.byteLength,
    })),
    received_at: now.toISOString(),
  };
}
