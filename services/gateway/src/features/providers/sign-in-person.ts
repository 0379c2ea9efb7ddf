import { findAccountOfEmail } from "@polls/db/accounts";
import { inTransaction, type PrismaTransaction } from "@polls/db/sql";
import { Invalid } from "@polls/domain/refusals";
import type { Deps } from "../../deps";
import type { PageInput } from "../../pages/page-routes";
import {
  emailAddress,
  mayCreateAccount,
  requireUnblocked,
  signUpAddress,
} from "../accounts/create-account";
import { accountSubject, noteAct } from "../operators/audit-log";
import { followGroups } from "../organizations/follow-groups";
import { type SessionDeps, startSession } from "../page-sessions/account-session";
import type { ProvedPerson, SignInProvider } from "./sign-in-providers";

/** `unverified`: the provider names no verified address. `closed`: the address may not get an account. */
export type SignedInPerson =
  | { readonly kind: "signed_in"; readonly cookie: string }
  | { readonly kind: "unverified" | "closed" };

type Browser = Pick<PageInput, "cookie" | "userAgent" | "now">;

/**
 * Signs the browser in to the account of the verified address, and creates the account if the address
 * may sign up (docs/reference/accounts.md#sign-in-by-a-provider). Throws 403 if the account is blocked.
 */
export async function signInPerson(
  person: ProvedPerson,
  provider: Pick<SignInProvider, "id" | "operatorGroup" | "groupRoles">,
  browser: Browser,
  deps: SessionDeps & Pick<Deps, "db" | "log">,
): Promise<SignedInPerson> {
  const email = emailAddress.safeParse(person.email);
  if (!email.success) return { kind: "unverified" };
  const attempt = () =>
    inTransaction(deps.db, (tx) =>
      signInAddress(tx, { email: email.data, person, provider, browser }, deps),
    );
  // Of two first sign-ins at the same time, the second one finds the account.
  return attempt().catch((error: unknown) => {
    if (error instanceof Invalid && error.code === "email_taken") return attempt();
    throw error;
  });
}

async function signInAddress(
  tx: PrismaTransaction,
  {
    email,
    person,
    provider,
    browser,
  }: {
    readonly email: string;
    readonly person: ProvedPerson;
    readonly provider: Pick<SignInProvider, "id" | "operatorGroup" | "groupRoles">;
    readonly browser: Browser;
  },
  deps: SessionDeps & Pick<Deps, "log">,
): Promise<SignedInPerson> {
  const known = await findAccountOfEmail(tx, email);
  if (known !== undefined) requireUnblocked(known.id, deps);
  if (known === undefined && !(await mayCreateAccount(tx, email, deps.config))) {
    return { kind: "closed" };
  }
  const accountId = known?.id ?? (await signUpAddress(tx, email, browser.now)).id;
  if (provider.operatorGroup !== undefined) {
    await markOperator(tx, accountId, person.groups.includes(provider.operatorGroup));
  }
  await followGroups(tx, { accountId, provider, groups: person.groups, now: browser.now }, deps);
  const { twoFactors } = person;
  const session = { ...browser, accountId, provider: provider.id, twoFactors };
  return { kind: "signed_in", cookie: await startSession(tx, session, deps) };
}

/** Makes an account an operator, or no longer one, as its groups at the provider say. */
async function markOperator(
  tx: PrismaTransaction,
  accountId: bigint,
  isOperator: boolean,
): Promise<void> {
  const [changed] = await tx.prisma.account.updateManyAndReturn({
    where: { id: accountId, isOperator: !isOperator },
    data: { isOperator },
    select: { publicId: true },
  });
  if (changed === undefined) return;
  await noteAct(
    tx,
    { accountId, via: "provider", reason: undefined },
    {
      action: "account.set",
      subject: accountSubject(changed),
      details: { operator: isOperator },
    },
  );
}
