import type { Poll } from "@polls/client";
import type { SignedIn } from "../session/desk";
import type { Language } from "../words";

/** What the gateway writes into the pages of people. */
export interface HomeData {
  readonly page: "start" | "sign_in" | "polls" | "account";
  readonly language: Language;
  readonly account?: SignedIn;
  /** Whether addresses without an account get one. */
  readonly signUp: boolean;
  /** The page that the sign-in leads back to. */
  readonly returnTo?: string;
  /** Where mails can be read on a developer's machine. */
  readonly inbox?: string;
  readonly demos: readonly {
    readonly type: Poll["type"];
    readonly title: string;
    readonly path: string;
  }[];
}
