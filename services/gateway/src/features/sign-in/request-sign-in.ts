import { findAccountOfEmail } from "@polls/db/accounts";
import type { Prisma } from "@polls/db/connection";
import { inTransaction } from "@polls/db/sql";
import { newLink } from "@polls/db/tokens";
import { mailKinds } from "@polls/domain/mails";
import { foldAddress } from "@polls/domain/opt-ins";
import { type Cause, causedBy, queueMail } from "@polls/jobs/outbox";
import type { Deps } from "../../deps";
import type { MailRequest } from "../../http/limits/mail-request";
import { mayCreateAccount } from "../accounts/create-account";
import type { SignInDraft } from "./new-poll-of-link";

const VALID_MS = 30 * 60_000;
const HOUR_MS = 3_600_000;

type Needs = Pick<Deps, "db" | "config" | "storedKeys" | "rateLimiter" | "wakeRelay">;

interface SignInRequest {
  readonly email: string;
  readonly mail: MailRequest;
  /** The page to which the button of the link leads. */
  readonly returnPath?: string | undefined;
  /** The poll that the page of the link creates. */
  readonly draft?: SignInDraft | undefined;
  readonly now: Date;
  readonly cause: Cause;
}

/**
 * Queues a mail with a sign-in link, or with a link that creates an account if the address may sign up.
 * Otherwise it queues a mail without a link, which the worker drops, so that all responses take the
 * same time (docs/reference/accounts.md#sign-in).
 */
export async function requestSignIn(
  { db, config, storedKeys, rateLimiter, wakeRelay }: Needs,
  { email, mail: { language, requesters }, returnPath, draft, now, cause }: SignInRequest,
): Promise<void> {
  const { perHour } = mailKinds.sign_in.limit;
  const requested = `sign-in:${requesters[0]}:${foldAddress(email)}`;
  const budget = rateLimiter.take(requested, perHour, HOUR_MS);
  if (!budget.allowed) return;
  const { addresses } = await storedKeys();
  await inTransaction(db, async (tx) => {
    causedBy(tx, cause);
    const account = await findAccountOfEmail(tx, email);
    const mayCreate = account === undefined && (await mayCreateAccount(tx, email, config));
    const address = account?.email ?? email;
    const kind = mayCreate ? "sign_up" : "sign_in";
    const { nonce, digest } = newLink(config.keys.mailLinks.signing, kind, address);
    const expiresAt = new Date(now.getTime() + VALID_MS);
    const link = {
      accountId: account?.id ?? null,
      tokenDigest: digest,
      expiresAt,
      createdAt: now,
      returnPath: returnPath ?? null,
      ...(draft && {
        draft: { create: { ...draft, body: draft.body as Prisma.InputJsonObject, expiresAt } },
      }),
    };
    const hasLink = account !== undefined || mayCreate;
    const signIn = hasLink ? await tx.prisma.signIn.create({ data: link }) : undefined;
    const mail = { address, language, now, nonce, signInId: signIn?.id ?? null };
    const quotas = { key: addresses.signing, quotas: config.mailQuotas, requesters };
    await queueMail(tx, kind, { ...quotas, accountId: undefined }, mail);
  });
  wakeRelay();
}
