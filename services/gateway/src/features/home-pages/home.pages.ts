import { pollTypes } from "@polls/domain/poll-types";
import type { Deps } from "../../deps";
import type { AppPage } from "../../pages/app-shell";
import { wordsIn } from "../../pages/languages";
import type { PageInput, PageRoute } from "../../pages/page-routes";
import { type AccountSession, findSession } from "../page-sessions/account-session";
import { returnPathOf, signInPath } from "../sign-in/return-path";

/** A page of people rather than of one poll (docs/reference/pages.md#addresses). */
type HomePage = "start" | "sign_in" | "polls" | "account";

/** Who a page is for; everyone else is led to another one. */
type Audience = "all" | "signed_out" | "signed_in";

/** What the script of these pages begins with. */
export interface HomeData {
  readonly page: HomePage;
  readonly language: PageInput["language"];
  readonly account?: { readonly email: string; readonly name: string };
  readonly signUp: boolean;
  /** The page that the sign-in leads back to. */
  readonly returnTo?: string;
  /** Where mails can be read on a developer's machine. */
  readonly inbox?: string;
  readonly demos: readonly Demo[];
}

interface Demo {
  readonly type: string;
  readonly title: string;
  readonly path: string;
}

const homePage = (path: string, page: HomePage, audience: Audience): PageRoute => ({
  path,
  show: async (input, deps) => {
    const { db, config } = deps;
    const session = await findSession(db, input.cookie, { config, now: input.now });
    if (audience === "signed_in" && session === undefined) return leadTo(signInPath(path));
    if (audience === "signed_out" && session !== undefined) {
      return leadTo(askedFor(input, config) ?? "/polls");
    }
    return appPage(page, input, await dataOf(page, { input, session }, deps), deps);
  },
});

/** The page that one comes from to sign in. */
const askedFor = ({ query }: PageInput, config: Deps["config"]) =>
  returnPathOf(query.get("to") ?? "", config);

const leadTo = (path: string) => ({ kind: "redirect", path }) as const;

async function dataOf(
  page: HomePage,
  { input, session }: { readonly input: PageInput; readonly session: AccountSession | undefined },
  { db, config }: Pick<Deps, "db" | "config">,
): Promise<HomeData> {
  const returnTo = page === "sign_in" ? askedFor(input, config) : undefined;
  return {
    page,
    language: input.language,
    ...(session !== undefined && {
      account: { email: session.account.email, name: session.account.name },
    }),
    signUp: config.signUp === "open",
    ...(returnTo !== undefined && { returnTo }),
    ...(config.devMailUrl !== undefined && { inbox: "/dev/mail" }),
    // Any account may take these addresses, so that a deployment for the public links to none.
    demos: page === "start" && !config.production ? await demosIn(db) : [],
  };
}

/** The address that `npm run demo` gives to the poll of a type: `demo-photo-gallery`. */
export const demoHash = (type: string): string =>
  `demo${type.replace("Polls::", "").replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

async function demosIn(db: Deps["db"]): Promise<readonly Demo[]> {
  const hashes = pollTypes.names.map(demoHash);
  const found = await db.prisma.poll.findMany({
    where: { memberHash: { in: hashes }, deletedAt: null },
    select: { memberHash: true, type: true, title: true },
  });
  return pollTypes.names.flatMap((type) => {
    const poll = found.find(({ memberHash }) => memberHash === demoHash(type));
    return poll?.type === type ? [{ type, title: poll.title, path: `/p/${poll.memberHash}` }] : [];
  });
}

function appPage(
  page: HomePage,
  { language }: PageInput,
  data: HomeData,
  { config }: Pick<Deps, "config">,
): AppPage {
  const { title, description } = wordsIn(language).home[page];
  return {
    ...{ kind: "app", entry: "home", language, title, heading: title, description, data },
    url: config.baseUrl.origin + paths[page],
    picture: undefined,
    frameHosts: "none",
  };
}

const paths: Readonly<Record<HomePage, string>> = {
  start: "/",
  sign_in: "/sign-in",
  polls: "/polls",
  account: "/account",
};

/** The start page, and what an account has (docs/reference/pages.md#addresses). */
export const homePages: readonly PageRoute[] = [
  homePage(paths.start, "start", "all"),
  homePage(paths.sign_in, "sign_in", "signed_out"),
  homePage(paths.polls, "polls", "signed_in"),
  homePage(paths.account, "account", "signed_in"),
];
