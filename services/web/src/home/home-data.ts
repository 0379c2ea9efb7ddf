import type { ErrorBody, Poll } from "@polls/client";
import type { Payments } from "../parts/show/money-notice";
import type { PageContext, SignedIn } from "../session/page-context";
import type { Language } from "../words";

/** The data that the gateway renders into the account pages. */
export interface HomeData {
  readonly page: "start" | "sign_in" | "polls" | "new_poll" | "account";
  readonly language: Language;
  /** What the gateway wrote into the start page, which is seen before the script is loaded. */
  readonly heading?: string;
  readonly description?: string;
  readonly account?: SignedIn;
  /** Whose address can get an account. */
  readonly signUp: "all" | "some" | "none";
  /** On the sign-in page: the other ways to sign in, with the address where each begins. */
  readonly providers?: readonly { readonly name: string; readonly url: string }[];
  /** On the pages to sign in and of the account: whether there are no links by mail, and no passkeys. */
  readonly providersOnly?: true;
  /** The page that the sign-in leads back to. */
  readonly returnTo?: `/${string}`;
  readonly inbox?: string;
  readonly sells?: true;
  /** On the pages for a new poll and for the account: whether the account can receive payments. Absent: no account can, here. */
  readonly payments?: Payments;
  /** On the page for a new poll: the poll of a link, which the service has refused. */
  readonly refused?: RefusedPoll;
  readonly demos: readonly {
    readonly type: Poll["type"];
    readonly title: string;
    readonly path: string;
  }[];
}

export interface RefusedPoll {
  readonly title: string;
  /** Of the request, by which a browser knows the draft. */
  readonly requestKey: string;
  /** The page for a new poll, with the fragment of the form. */
  readonly path: string;
  readonly error: ErrorBody;
}

export interface HomePageProps {
  readonly context: PageContext;
  readonly data: HomeData;
}
