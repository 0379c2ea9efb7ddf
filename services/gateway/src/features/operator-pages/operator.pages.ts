import { signedInRecently } from "@polls/domain/access";
import { NotFound } from "@polls/domain/refusals";
import { html } from "@polls/markup";
import type { Deps } from "../../deps";
import { wordsIn } from "../../pages/languages";
import type { PageInput, PageRoute } from "../../pages/page-routes";
import type { HtmlPage } from "../../pages/page-shell";
import { titledPart } from "../../pages/parts";
import {
  type AccountSession,
  findSession,
  type SessionDeps,
} from "../page-sessions/account-session";
import { acts, textOf, tooLong } from "./operator-acts";
import { type OperatorSection, onlyIf, operatorPage } from "./operator-page";
import { type SectionDeps, sections } from "./operator-sections";

/** The session of an account that an operator has marked as operator. Throws 404 for all others. */
async function operatorOf(
  input: PageInput,
  deps: SessionDeps & Pick<Deps, "db">,
): Promise<AccountSession> {
  const session = await findSession(deps.db, input.cookie, { deps, now: input.now });
  const account =
    session &&
    (await deps.db.prisma.account.findUnique({
      where: { id: session.account.id },
      select: { isOperator: true },
    }));
  if (session === undefined || account?.isOperator !== true) throw new NotFound("Page");
  return session;
}

/** No one can sign in during maintenance, so its end must not need a sign-in. */
const WITHOUT_FRESH_SIGN_IN = "service/end";

const SIGN_IN_AGAIN = "/sign-in?to=%2Foperator&again=true";

/** Asks the operator to sign in again. Nothing was changed. */
const signInAgainPage = ({ language, at }: PageInput): HtmlPage => {
  const { again } = wordsIn(language).operate;
  const link = html`<p><a class="button" href="${at(SIGN_IN_AGAIN)}">${again.button}</a></p>`;
  return { status: 403, language, icon: "warn", ...titledPart(again, link) };
};

/** A part of the page by the name in its path. Throws 404 for a name that there is not. */
function sectionOf({ params: { section = "service" } }: PageInput): OperatorSection {
  if (!Object.hasOwn(sections, section)) throw new NotFound("Page");
  return section as OperatorSection;
}

const queryOf = (fields: URLSearchParams): string => (fields.get("q") ?? "").trim().slice(0, 255);

async function pageOf(
  section: OperatorSection,
  { language, at }: PageInput,
  query: string,
  deps: SectionDeps,
  problem?: string,
): Promise<HtmlPage> {
  const view = { words: wordsIn(language).operate, language, at, query, problem };
  return operatorPage(section, await sections[section](deps, view), view);
}

/** Asks an operator for a sign-in by two factors, where operators must prove them (docs/operators.md#two-factors). */
function twoFactorsPage(
  { language, at }: PageInput,
  session: AccountSession,
  { config: { signIn } }: Pick<Deps, "config">,
): HtmlPage | undefined {
  if (!signIn.operatorsNeedTwoFactors || session.twoFactors) return undefined;
  const { twoFactors: words } = wordsIn(language).operate;
  const account = html`<p><a class="button quiet" href="${at("/account")}">${words.account}</a></p>`;
  const links = html`<p><a class="button" href="${at(SIGN_IN_AGAIN)}">${words.button}</a></p>${onlyIf(!signIn.providersOnly, account)}`;
  const text = signIn.providersOnly ? words.atProvider : words.text;
  return { status: 403, language, icon: "warn", ...titledPart({ ...words, text }, links) };
}

const show: PageRoute["show"] = async (input, deps) => {
  const session = await operatorOf(input, deps);
  const question = twoFactorsPage(input, session, deps);
  if (question !== undefined) return question;
  return pageOf(sectionOf(input), input, queryOf(input.query), deps);
};

const submit: NonNullable<PageRoute["submit"]> = async (input, deps) => {
  const session = await operatorOf(input, deps);
  const section = sectionOf(input);
  const name = `${section}/${input.params.act}`;
  const act = acts[name];
  if (act === undefined) throw new NotFound("Page");
  const question = twoFactorsPage(input, session, deps);
  if (question !== undefined) return question;
  const { account, createdAt: signedInAt } = session;
  const accountId = account.id;
  const isFresh = signedInRecently({ kind: "user", accountId, signedInAt }, input.now);
  if (!isFresh && name !== WITHOUT_FRESH_SIGN_IN) return signInAgainPage(input);
  const { operate: words } = wordsIn(input.language);
  const { fields, now } = input;
  const query = queryOf(fields);
  const reason = textOf(fields, "reason");
  const operator = { accountId, via: "page", reason } as const;
  const outcome = tooLong(fields, words) ?? (await act({ fields, operator, words, now }, deps));
  await deps.serviceState.refresh();
  const back = fields.get("from") === "reports" ? "reports" : section;
  if (typeof outcome === "string") return pageOf(back, input, query, deps, outcome);
  const path = back === "service" ? "/operator" : (`/operator/${back}` as const);
  return {
    kind: "redirect",
    path: input.at(query === "" ? path : `${path}?q=${encodeURIComponent(query)}`),
  };
};

/** The pages of operators, 404 for all others (docs/reference/pages.md#the-page-of-operators). */
export const operatorPages: readonly PageRoute[] = [
  { path: "/operator", show },
  { path: "/operator/:section", show },
  {
    path: "/operator/:section/:act",
    show: async () => {
      throw new NotFound("Page");
    },
    submit,
    takesFields: true,
    ownPageOnly: true,
    worksInMaintenance: true,
  },
];
