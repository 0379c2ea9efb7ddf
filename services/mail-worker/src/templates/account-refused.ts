import { userText } from "@polls/markup";
import { wordsIn } from "../languages";
import type { MailTemplate } from "./template";

/** The account receives no more payments (docs/reference/payments.md#connected-accounts). */
export const accountRefusedTemplate: MailTemplate<"account_refused"> = async (
  { db, settings },
  { accountId, language },
) => {
  const account = await db.prisma.connectedAccount.findUnique({ where: { accountId } });
  if (account === null || account.state !== "restricted" || account.endedAt !== null)
    return undefined;
  const { hint, accountRefused: words } = wordsIn(language);
  const { refusal, token } = account;
  return {
    language,
    subject: words.subject,
    heading: words.heading,
    paragraphs: [
      words.text,
      refusal === null ? words.noReason : words.reason(userText(refusal)),
      words.polls,
    ],
    button: { label: words.button, url: settings.baseUrl.url(`/connect/${token}`), hint },
    fine: [words.personal],
    imprint: [],
  };
};
