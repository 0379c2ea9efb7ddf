import { inTransaction, newLink } from "@polls/db";
import { foldAddress, isEmail } from "@polls/domain";
import { sendMail } from "@polls/jobs";
import { send } from "@polls/jobs/outbox";
import type { Deps } from "../../deps";
import type { Language } from "../../pages/languages/language";

const VALID_MS = 30 * 60_000;
const PER_HOUR = 3;
const HOUR_MS = 3_600_000;

/**
 * Mails a link to new tokens to the owner of an account. Nothing tells the caller whether there is one:
 * of an unknown address a mail without a link is queued too, which the worker takes back.
 */
export async function requestSignIn(
  { db, config, rateLimiter, wakeRelay }: Pick<Deps, "db" | "config" | "rateLimiter" | "wakeRelay">,
  {
    email,
    language,
    now,
  }: { readonly email: string; readonly language: Language; readonly now: Date },
): Promise<void> {
  if (!isEmail(email)) return;
  const budget = rateLimiter.take(`sign-in:${foldAddress(email)}`, PER_HOUR, HOUR_MS);
  if (!budget.allowed) return;
  await inTransaction(db, async (tx) => {
    const account = await tx.account.findFirst({
      where: { email: { equals: email, mode: "insensitive" } },
      select: { id: true, email: true },
    });
    const address = account?.email ?? email;
    const { nonce, digest } = newLink(config.keys.mailLinks, "sign_in", address);
    const mail = await tx.mail.create({
      data: {
        kind: "sign_in",
        address,
        nonce,
        language,
        createdAt: now,
        ...(account === null
          ? {}
          : {
              signIn: {
                create: {
                  accountId: account.id,
                  tokenDigest: digest,
                  expiresAt: new Date(now.getTime() + VALID_MS),
                  createdAt: now,
                },
              },
            }),
      },
      select: { id: true },
    });
    await send(tx, sendMail, { mailId: String(mail.id) });
  });
  wakeRelay();
}
