import { providerOfPoll } from "@polls/domain/access";
import { NotFound } from "@polls/domain/refusals";
import { type Html, html } from "@polls/markup";
import type { Deps } from "../../deps";
import { wordsIn } from "../../pages/languages";
import type { PageInput, PageRoute } from "../../pages/page-routes";
import { type AdmittedVisit, admitVisit, type VisitDeps } from "../page-sessions/admit-visit";
import { dropCookie, personCookies } from "../page-sessions/signed-cookie";
import { beginSignIn, failedPage } from "./provider.pages";

/** The provider at which participants of the poll sign in. Throws 404 if the poll asks for none, or for an admin hash. */
async function wantedProvider(
  { params, cookie, clientAddress }: PageInput,
  deps: VisitDeps & Pick<Deps, "db">,
) {
  const pollHash = params.hash ?? "";
  const visit = { pollHash, visitor: undefined, cookie, clientAddress };
  const { poll, addressedBy } = await admitVisit(deps.db, visit, deps);
  const wanted = providerOfPoll(poll.settings, deps.config.signIn.providers);
  if (wanted === undefined || addressedBy !== "member_hash") throw new NotFound("Page");
  return { wanted, poll: pollHash };
}

const show: PageRoute["show"] = async (input, deps) => {
  const { wanted, poll } = await wantedProvider(input, deps);
  const provider = deps.signInProviders.get(wanted);
  if (provider === undefined) {
    return failedPage(input, 404, wordsIn(input.language).provider.unknown, { poll });
  }
  return beginSignIn(provider, { poll }, input, deps);
};

/** Forgets the person, so that another one can sign in on the same device. */
const submit: NonNullable<PageRoute["submit"]> = async (input, deps) => {
  const { wanted, poll } = await wantedProvider(input, deps);
  return {
    kind: "redirect",
    path: input.at(`/p/${poll}`),
    cookie: dropCookie(personCookies[wanted], deps),
  };
};

/** The page that leads participants of a poll to its provider (docs/reference/participants.md#proof-by-a-provider). */
export const proofPages: readonly PageRoute[] = [{ path: "/p/:hash/sign-in", show, submit }];

/** What a page of a poll says of the proof that the poll asks for. Undefined: it asks for none. */
export function proofNotice(
  { poll, provenBy, addressedBy }: Pick<AdmittedVisit, "poll" | "provenBy" | "addressedBy">,
  { language, at }: Pick<PageInput, "language" | "at">,
  { config, signInProviders }: Pick<Deps, "config" | "signInProviders">,
): Html | undefined {
  const wanted = providerOfPoll(poll.settings, config.signIn.providers);
  if (wanted === undefined || addressedBy !== "member_hash") return undefined;
  const { proof } = wordsIn(language).provider;
  const path = `/p/${poll.memberHash}/sign-in` as const;
  const name = signInProviders.get(wanted)?.name;
  if (name === undefined) return noticeOf(html`${proof.missing}`);
  // A provider refuses to be framed, and sends the browser back to BASE_URL.
  const button = html`<a class="button" href="${config.baseUrl.url(path)}" target="_top">${proof.button(name)}</a>`;
  const form = html`<form method="post" action="${at(path)}"><button type="submit" class="quiet">${proof.end}</button></form>`;
  return provenBy === wanted
    ? html`${noticeOf(html`${proof.done(name)}`, form)}`
    : noticeOf(html`${proof.text(name)}`, html`<p>${button}</p>`);
}

const noticeOf = (text: Html, action?: Html): Html =>
  html`<aside class="operator"><div class="notice"><p>${text}</p>${action}</div></aside>\n`;
