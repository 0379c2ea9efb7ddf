import type { OwnPath, PathBelow } from "@polls/config";
import { pollTypes } from "@polls/domain/poll-types";
import type { Deps } from "../../deps";
import type { AppPage } from "../../pages/app-shell";
import { keepLanguage } from "../../pages/chosen-language";
import { wordsIn } from "../../pages/languages";
import type { PageInput, PageRoute } from "../../pages/page-routes";
import { type AccountSession, findSession } from "../page-sessions/account-session";
import { returnPathOf, signInPath } from "../page-sessions/return-path";
import { type PaymentsOfAccount, paymentsOfAccount } from "../payments/payments-of-account";

/** A page that does not belong to one poll (docs/reference/pages.md#addresses). */
type HomePage = "start" | "sign_in" | "polls" | "new_poll" | "account";

/** The visitors that a page is for. Others are redirected. */
type Audience = "all" | "signed_out" | "signed_in";

/** The data that the script of these pages starts with. */
export interface HomeData {
  readonly page: HomePage;
  readonly language: PageInput["language"];
  /** Of the start page, where the script writes them again. */
  readonly heading?: string;
  readonly description?: string;
  readonly account?: { readonly email: string; readonly name: string };
  /** Whose address can get an account (docs/reference/accounts.md#sign-up). */
  readonly signUp: "all" | "some" | "none";
  /** On the sign-in page: the other ways to sign in. */
  readonly providers?: readonly { readonly name: string; readonly url: string }[];
  /** On the pages to sign in and of the account: whether there are no links by mail, and no passkeys. */
  readonly providersOnly?: true;
  readonly returnTo?: string;
  /** The URL of the inbox on a developer's machine. */
  readonly inbox?: OwnPath;
  readonly demos: readonly Demo[];
  /** Whether polls can ask for money here. */
  readonly sells?: true;
  /** On the pages for a new poll and for the account: whether the account can receive payments; without a session, whether one can. */
  readonly payments?: PaymentsOfAccount | undefined;
  /** On the page for a new poll: the poll of a link, which the service has refused. */
  readonly refused?: RefusedPoll;
}

export interface RefusedPoll {
  readonly title: string;
  /** Of the request, by which a browser knows the draft. */
  readonly requestKey: string;
  /** The page for a new poll, with the fragment of the form. */
  readonly path: OwnPath;
  /** The body of the error. */
  readonly error: unknown;
}

interface Demo {
  readonly type: string;
  readonly title: string;
  readonly path: OwnPath;
}

const homePage = (path: PathBelow, page: HomePage, audience: Audience): PageRoute => ({
  path,
  show: async (input, deps) => {
    const { db, config } = deps;
    const session = await findSession(db, input.cookie, { deps, now: input.now });
    // Below a path like that of this page, it is also the address of the service.
    if (session === undefined && audience !== "signed_out" && path === config.baseUrl.prefix)
      return showPage("start", { input, session }, deps);
    if (audience === "signed_in" && session === undefined) {
      return leadTo(input.at(signInPath(path)));
    }
    const signsInAgain = input.query.get("again") === "true";
    if (audience === "signed_out" && session !== undefined && !signsInAgain) {
      return leadTo(input.at(askedFor(input, config) ?? "/polls"));
    }
    return showPage(page, { input, session }, deps);
  },
});

const showPage = async (
  page: HomePage,
  visit: Visit,
  deps: Pick<Deps, "config" | "db" | "ownUrl" | "shards">,
): Promise<AppPage> => appPage(page, visit.input, await dataOf(page, visit, deps), deps);

/** The page for a new poll, which says why the poll of a link was refused. */
export async function refusedPollPage(
  input: PageInput,
  {
    account,
    refused,
    cookie,
  }: {
    readonly account: AccountSession["account"];
    readonly refused: RefusedPoll;
    readonly cookie: string;
  },
  deps: Pick<Deps, "config" | "db" | "ownUrl" | "shards">,
): Promise<AppPage> {
  const data = await dataOf("new_poll", { input, session: { account } }, deps);
  const { title, text } = wordsIn(input.language).signIn.newPoll.refused;
  const page = appPage("new_poll", input, { ...data, refused }, deps);
  return { ...page, status: 422, title, heading: title, description: text, cookie };
}

interface Visit {
  readonly input: PageInput;
  readonly session: Pick<AccountSession, "account"> | undefined;
}

/** The page that led to the sign-in. */
const askedFor = ({ query }: PageInput, config: Deps["config"]) =>
  returnPathOf(query.get("to") ?? "", config);

const leadTo = (path: OwnPath) => ({ kind: "redirect", path }) as const;

async function dataOf(
  page: HomePage,
  { input, session }: Visit,
  { db, shards, config }: Pick<Deps, "db" | "shards" | "config">,
): Promise<HomeData> {
  const returnTo = page === "sign_in" ? askedFor(input, config) : undefined;
  return {
    page,
    language: input.language,
    ...(page === "start" && aboutOf(page, input)),
    ...(session !== undefined && {
      account: { email: session.account.email, name: session.account.name },
    }),
    signUp: signUps[config.signUp.mode],
    ...(page === "sign_in" && { providers: providersOf(input, returnTo, config) }),
    ...((page === "sign_in" || page === "account") &&
      config.signIn.providersOnly && { providersOnly: true as const }),
    ...(returnTo !== undefined && { returnTo }),
    ...(config.devMailUrl !== undefined && { inbox: input.at("/dev/mail") }),
    ...(config.payments !== undefined && { sells: true as const }),
    ...((page === "new_poll" || page === "account") && {
      payments: await paymentsOfAccount(
        db,
        session && { accountId: session.account.id, payeeId: session.account.id },
        config,
      ),
    }),
    // Any account may create polls with these hashes, so a public deployment does not link to them.
    demos: page === "start" && !config.production ? await demosOn(shards, input.at) : [],
  };
}

const signUps: Readonly<Record<Deps["config"]["signUp"]["mode"], HomeData["signUp"]>> = {
  open: "all",
  domains: "some",
  invitation: "none",
  closed: "none",
};

/** Providers send the browser back to `BASE_URL`, so the sign-in begins there too: a cookie knows the browser. */
function providersOf(
  { query }: PageInput,
  returnTo: string | undefined,
  { signIn, baseUrl }: Deps["config"],
): NonNullable<HomeData["providers"]> {
  const to = returnTo === undefined ? "" : `&to=${encodeURIComponent(returnTo)}`;
  const again = query.get("again") === "true" ? "&again=true" : "";
  return signIn.providers.map(({ id, name }) => ({
    name,
    url: baseUrl.url(`/sign-in/oidc/start?provider=${id}${to}${again}`),
  }));
}

/** The hash that `npm run demo` gives to the poll of a type, such as `demo-photo-gallery`. */
export const demoHash = (type: string): string =>
  `demo${type.replace("Polls::", "").replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

async function demosOn(shards: Deps["shards"], at: PageInput["at"]): Promise<readonly Demo[]> {
  const hashes = pollTypes.names.map(demoHash);
  const ofShards = await Promise.all(
    shards.all().map(({ prisma }) =>
      prisma.poll.findMany({
        where: { memberHash: { in: hashes }, deletedAt: null },
        select: { memberHash: true, type: true, title: true },
      }),
    ),
  );
  const found = ofShards.flat();
  return pollTypes.names.flatMap((type) => {
    const poll = found.find(({ memberHash }) => memberHash === demoHash(type));
    return poll?.type === type
      ? [{ type, title: poll.title, path: at(`/p/${poll.memberHash}`) }]
      : [];
  });
}

function aboutOf(page: HomePage, { language }: Pick<PageInput, "language">) {
  const texts = wordsIn(language).home[page];
  const { title, description } = texts;
  return { heading: "heading" in texts ? texts.heading : title, description };
}

function appPage(
  page: HomePage,
  { language, query }: PageInput,
  data: HomeData,
  deps: Pick<Deps, "config" | "ownUrl">,
): AppPage {
  return {
    kind: "app",
    entry: page === "start" ? "start" : "home",
    language,
    title: wordsIn(language).home[page].title,
    ...aboutOf(page, { language }),
    data,
    ...(page === "new_poll" && { width: "columns" }),
    url: deps.config.baseUrl.url(paths[page]),
    picture: undefined,
    cookie: query.get("language") === language ? keepLanguage(language, deps) : undefined,
    frameHosts: "none",
  };
}

const paths: Readonly<Record<HomePage, PathBelow>> = {
  start: "/",
  sign_in: "/sign-in",
  polls: "/polls",
  new_poll: "/polls/new",
  account: "/account",
};

/** The start page, and the pages of an account (docs/reference/pages.md#addresses). */
export const homePages: readonly PageRoute[] = [
  homePage(paths.start, "start", "all"),
  homePage(paths.sign_in, "sign_in", "signed_out"),
  homePage(paths.polls, "polls", "signed_in"),
  homePage(paths.new_poll, "new_poll", "all"),
  homePage(paths.account, "account", "signed_in"),
];
