import { html } from "@polls/markup";
import type { Deps } from "../../deps";
import { requireNoMaintenance } from "../../http/routing/maintenance";
import { wordsIn } from "../../pages/languages";
import type { PageInput, PageRoute } from "../../pages/page-routes";
import type { HtmlPage, Redirect } from "../../pages/page-shell";
import { type TitledText, titledPart } from "../../pages/parts";
import { limitSignIns } from "../page-sessions/limit-sign-ins";
import { personId } from "../page-sessions/proof";
import { returnPathOf, signInPath } from "../page-sessions/return-path";
import {
  attemptCookie,
  cookieId,
  keepCookie,
  newCookieId,
  personCookies,
} from "../page-sessions/signed-cookie";
import { beginAttempt, readAttempt, type SignInAttempt } from "./sign-in-attempt";
import { signInPerson } from "./sign-in-person";
import { CALLBACK_PATH, ProviderFailure, type SignInProvider } from "./sign-in-providers";

type Asked = Pick<SignInAttempt, "returnPath" | "poll">;

export function failedPage(
  { language, at }: Pick<PageInput, "language" | "at">,
  status: number,
  words: TitledText,
  { returnPath, poll }: Asked,
): HtmlPage {
  const { back, backToPoll } = wordsIn(language).provider;
  const signIn = returnPath === undefined ? "/sign-in" : signInPath(returnPath);
  const path = at(poll === undefined ? signIn : `/p/${poll}`);
  const label = poll === undefined ? back : backToPoll;
  const button = html`<p><a class="button" href="${path}">${label}</a></p>`;
  return { status, language, icon: "warn", ...titledPart(words, button) };
}

/** The page of a failure of the provider. The reason is for operators, so it is in the log. */
function failurePage(
  error: unknown,
  { id, name }: Pick<SignInProvider, "id" | "name">,
  attempt: Asked,
  input: PageInput,
  { log }: Pick<Deps, "log">,
): HtmlPage {
  if (!(error instanceof ProviderFailure)) throw error;
  const { kind, cause } = error;
  log[kind === "declined" ? "info" : "warn"]({ provider: id, err: cause }, error.message);
  const status = { unreachable: 503, declined: 403, unusable: 502 }[kind];
  const { [kind]: words } = wordsIn(input.language).provider;
  return failedPage(input, status, { title: words.title(name), text: words.text(name) }, attempt);
}

const wantedBy = ({ poll }: Asked) => (poll === undefined ? "account" : "proof");

/** Leads to the provider, and remembers in a cookie which browser began. */
export async function beginSignIn(
  provider: SignInProvider,
  attempt: Asked,
  input: PageInput,
  deps: Pick<Deps, "config" | "log" | "ownUrl" | "rateLimiter">,
): Promise<Redirect | HtmlPage> {
  limitSignIns(input.clientAddress, deps);
  const browser = cookieId(attemptCookie, input.cookie, deps) ?? newCookieId();
  const facts = { ...attempt, browser, provider: provider.id };
  const checks = beginAttempt(deps.config.keys, facts, input.now);
  try {
    const url = await provider.begin(
      checks,
      wantedBy(attempt),
      input.query.get("again") === "true",
    );
    return {
      kind: "redirect",
      path: url,
      cookie: keepCookie(attemptCookie, browser, deps),
    };
  } catch (error) {
    return failurePage(error, provider, attempt, input, deps);
  }
}

const start: PageRoute["show"] = async (input, deps) => {
  const { query, language } = input;
  const provider = [...deps.signInProviders.values()].find(
    ({ id }) => id === query.get("provider"),
  );
  const returnPath = returnPathOf(query.get("to") ?? "", deps.config);
  if (provider === undefined) {
    return failedPage(input, 404, wordsIn(language).provider.unknown, { returnPath });
  }
  return beginSignIn(provider, { returnPath }, input, deps);
};

/** By GET, so without a button. Only the browser that began can use this address. */
const finish: PageRoute["show"] = async (input, deps) => {
  const { query, language, cookie, now } = input;
  const { provider: words } = wordsIn(language);
  requireNoMaintenance(deps);
  limitSignIns(input.clientAddress, deps);
  const browser = cookieId(attemptCookie, cookie, deps);
  const begun = readAttempt(deps.config.keys, query.get("state") ?? "", { browser, now });
  const provider = begun && deps.signInProviders.get(begun.attempt.provider);
  if (begun === undefined || provider === undefined) {
    return failedPage(input, 410, words.expired, {});
  }
  const { attempt, checks } = begun;
  try {
    const person = await provider.finish(query, checks, wantedBy(attempt));
    if (attempt.poll !== undefined) {
      const id = await personId(person, deps);
      const path = input.at(`/p/${attempt.poll}`);
      return { kind: "redirect", path, cookie: keepCookie(personCookies[provider.id], id, deps) };
    }
    const done = await signInPerson(person, provider, input, deps);
    if (done.kind === "signed_in") {
      deps.authenticator.forget();
      return {
        kind: "redirect",
        path: input.at(attempt.returnPath ?? "/polls"),
        cookie: done.cookie,
      };
    }
    const { title, text } = words[done.kind];
    return failedPage(input, 403, { title, text: text(provider.name) }, attempt);
  } catch (error) {
    return failurePage(error, provider, attempt, input, deps);
  }
};

/** The pages by which a browser signs in at a provider (docs/reference/accounts.md#sign-in-by-a-provider). */
export const providerPages: readonly PageRoute[] = [
  { path: "/sign-in/oidc/start", show: start },
  { path: CALLBACK_PATH, show: finish },
];
