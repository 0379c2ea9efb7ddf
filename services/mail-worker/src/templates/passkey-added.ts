import { userText } from "@polls/markup";
import { wordsIn } from "../languages";
import type { MailTemplate } from "./template";

/** Tells the owner of an account about a new passkey, unless it was removed (docs/reference/accounts.md#passkeys). */
export const passkeyAddedTemplate: MailTemplate<"passkey_added"> = async (
  { db, settings },
  { accountId, since, language },
) => {
  const passkey = await db.prisma.passkey.findFirst({ where: { accountId, createdAt: since } });
  if (passkey === null) return undefined;
  const { hint, passkeyAdded: words } = wordsIn(language);
  return {
    language,
    subject: words.subject,
    heading: words.heading,
    paragraphs: [words.text(userText(passkey.name)), words.notMe],
    button: { label: words.button, url: settings.baseUrl.url("/account"), hint },
    fine: [words.why],
    imprint: [],
  };
};
