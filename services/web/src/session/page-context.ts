import { createRequestClient, type RequestClient } from "@polls/client";
import { formatAmount } from "@polls/domain/payments";
import type { Payments } from "../parts/show/money-notice";
import type { Language } from "../words";
import { type AdminWords, adminWords } from "../words/admin";
import { fetchOnLeaving } from "./leaving";
import { forgetNewPolls } from "./new-polls";
import { ownPath, serviceUrl } from "./own-path";
import { pageTokens } from "./page-token";
import { postSession } from "./post-session";

export interface SignedIn {
  readonly email: string;
  readonly name: string;
}

/** The shared state of all parts of an account's page. */
export interface PageContext {
  readonly words: AdminWords;
  readonly language: Language;
  /** Undefined: the page is also for visitors, and no account is signed in. */
  readonly account: SignedIn | undefined;
  /** Whether the account can receive payments. Undefined: no account can, here, or the page does not know. */
  readonly payments: Payments | undefined;
  /** Acts for the account. */
  readonly client: RequestClient;
  /** The organization in whose context it acts; undefined: the account itself. */
  readonly organizationId?: string | undefined;
}

export function pageContextOf({
  language,
  account,
  organization,
  payments,
}: {
  readonly language: Language;
  readonly account?: SignedIn;
  /** The organization context of requests; undefined: the account itself. */
  readonly organization?: { readonly id: string };
  readonly payments?: Payments;
}): PageContext {
  if (payments !== undefined) adminWords.change((words) => inCurrency(words, payments));
  const words = adminWords.words();
  const token = account === undefined ? undefined : pageTokens();
  return {
    language,
    account,
    words,
    payments,
    client: createRequestClient({
      baseUrl: serviceUrl,
      fetch: fetchOnLeaving,
      token,
      // With the region, which dates in files follow.
      language: words.locale,
      organizationId: organization?.id,
    }),
  };
}

/** Problems whose values are amounts in the minor unit. */
const ofMoney =
  /^(?:amount_(?:too_small|too_large|not_multiple)|purchase_(?:below|above)(?:_with)?)$/;

/** The texts with amounts in units of the currency. */
const inCurrency = (words: AdminWords, { currency }: Payments): AdminWords => ({
  ...words,
  problems: {
    ...words.problems,
    value: (code, value) =>
      ofMoney.test(code)
        ? formatAmount(Number(value), currency, words.locale)
        : (words.problems.value?.(code, value) ?? value),
  },
});

/** The sign-in page that returns to this page, with a fragment; from the start page it leads to the polls. */
export function signInPath(fragment = ""): string {
  const { pathname, search } = location;
  if (pathname === ownPath("/sign-in")) return pathname + search;
  return ownPath(
    pathname === ownPath("/")
      ? "/sign-in"
      : `/sign-in?to=${encodeURIComponent(pathname + fragment)}`,
  );
}

/** The answer for a person whom a provider has signed in. */
interface SignedOut {
  readonly url?: string;
}

const signOuts = {
  here: "/session/sign_out",
  everywhere: "/session/sign_out_everywhere",
  /** Whether tokens of programs are revoked too. */
  altogether: "/session/sign_out_everywhere?tokens=true",
} as const;

/**
 * Ends the session of this browser, or of all browsers of the account, removes drafts of new polls from this one, and
 * leads to the start page. Where a provider has signed the person in, it leads to the page of the provider that signs out
 * there.
 */
export async function signOut(where: keyof typeof signOuts): Promise<void> {
  const answer = await postSession(signOuts[where]);
  if (!answer.ok && answer.status !== 401) throw new Error(`signing out: ${answer.status}`);
  forgetNewPolls();
  const { url = ownPath("/") } =
    answer.status === 200 ? (JSON.parse(answer.text) as SignedOut) : {};
  location.assign(url);
}
