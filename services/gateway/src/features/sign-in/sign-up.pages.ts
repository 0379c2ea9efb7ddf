import type { PathBelow } from "@polls/config";
import { inTransaction, type PrismaQueryable, type PrismaTransaction } from "@polls/db/sql";
import { isLinkToken, linkDigest } from "@polls/db/tokens";
import { Invalid } from "@polls/domain/refusals";
import { html } from "@polls/markup";
import type { Deps } from "../../deps";
import { tokenKinds } from "../../identity/token";
import { wordsIn } from "../../pages/languages";
import type { PageInput, PageRoute } from "../../pages/page-routes";
import { emailAddress, type NewAccount, signUpAddress } from "../accounts/create-account";
import { startSession } from "../page-sessions/account-session";
import { keptReturnPath } from "../page-sessions/return-path";
import { endedLinkPage, unlessProvidersOnly } from "./ended-link-page";

interface OpenSignUp {
  readonly id: bigint;
  readonly email: string;
  readonly returnPath: PathBelow | undefined;
}

/** Finds the address of a sign-up link that is not used or expired. */
async function findOpen(
  queryable: PrismaQueryable,
  token: string,
  now: Date,
): Promise<OpenSignUp | undefined> {
  if (!isLinkToken(token)) return undefined;
  const row = await queryable.prisma.signIn.findUnique({
    where: {
      tokenDigest: linkDigest(token),
      accountId: null,
      usedAt: null,
      expiresAt: { gt: now },
    },
    select: { id: true, returnPath: true, mail: { select: { address: true } } },
  });
  const email = emailAddress.safeParse(row?.mail?.address);
  if (row === null || !email.success) return undefined;
  return { id: row.id, returnPath: keptReturnPath(row.returnPath), email: email.data };
}

type SignedUp =
  | { readonly kind: "expired" }
  | { readonly kind: "taken" }
  | {
      readonly kind: "created";
      readonly email: string;
      readonly account: NewAccount;
      readonly returnPath: PathBelow | undefined;
      /** The value of `Set-Cookie` that signs the browser in. */
      readonly cookie: string;
    };

/**
 * Creates the account of a link once, and signs the browser in. An address with several links gets
 * one account.
 */
async function signUp(
  tx: PrismaTransaction,
  { params: { token = "" }, cookie, userAgent, now }: PageInput,
  deps: Deps,
): Promise<SignedUp> {
  const open = await findOpen(tx, token, now);
  if (open === undefined) return { kind: "expired" };
  const used = await tx.prisma.signIn.updateMany({
    where: { id: open.id, usedAt: null },
    data: { usedAt: now },
  });
  if (used.count === 0) return { kind: "expired" };
  const { email, returnPath } = open;
  try {
    const account = await signUpAddress(tx, email, now);
    const started = await startSession(tx, { accountId: account.id, cookie, userAgent, now }, deps);
    return { kind: "created", email, account, returnPath, cookie: started };
  } catch (error) {
    if (error instanceof Invalid && error.code === "email_taken") return { kind: "taken" };
    throw error;
  }
}

const show: PageRoute["show"] = async (input, { db }) => {
  const { token = "" } = input.params;
  const { signUp: words } = wordsIn(input.language);
  const open = await findOpen(db, token, input.now);
  if (open === undefined) return endedLinkPage(input);
  return {
    status: 200,
    language: input.language,
    context: open.email,
    title: words.ask.title,
    tellsOrigin: true,
    content: [
      html`<p>${words.ask.text}</p>`,
      html`<form method="post"><button type="submit">${words.ask.button}</button></form>`,
      html`<p class="fine after">${words.ask.notMe}</p>`,
    ],
  };
};

const submit: NonNullable<PageRoute["submit"]> = async (input, deps) => {
  const { signIn, signUp: words } = wordsIn(input.language);
  const done = await inTransaction(deps.db, (tx) => signUp(tx, input, deps));
  if (done.kind === "expired") return endedLinkPage(input);
  if (done.kind === "taken") return endedLinkPage(input, words.taken);
  const { email, account, returnPath, cookie } = done;
  const tokens = { private: account.privateToken, public: account.publicToken };
  return {
    status: 200,
    language: input.language,
    context: email,
    title: words.done.title,
    icon: "good",
    cookie,
    content: [
      html`<p>${words.done.signedIn}</p>`,
      returnPath === undefined
        ? html`<p><a class="button" href="${input.at("/polls")}">${words.done.button}</a></p>`
        : html`<p><a class="button" href="${input.at(returnPath)}">${words.done.back}</a></p>`,
      html`<details><summary>${words.done.tokens}</summary>
<p>${words.done.text}</p>
${tokenKinds.map(
  (kind) => html`<h2>${signIn.ask[kind].title}</h2>
<p>${words.done[kind]}</p>
<p><code>${tokens[kind]}</code></p>
`,
)}</details>
`,
    ],
  };
};

/** The page of a sign-up link. Its button creates the account, signs the browser in and shows the tokens once. */
export const signUpPages: readonly PageRoute[] = [
  unlessProvidersOnly({ path: "/sign-up/:token", show, submit, ownPageOnly: true }),
];
