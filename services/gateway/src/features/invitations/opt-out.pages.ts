import { findOptOuts, type OptOutScope, setOptOut } from "@polls/db/participants";
import { findExistingPoll } from "@polls/db/polls";
import { type OptOut, optOutPath, readOptOut } from "@polls/db/tokens";
import { type Html, html } from "@polls/markup";
import type { Deps } from "../../deps";
import { wordsIn } from "../../pages/languages";
import type { PageInput, PageRoute } from "../../pages/page-routes";
import type { HtmlPage } from "../../pages/page-shell";
import { deadLinkPage } from "../../pages/parts";

interface OptOutView {
  readonly optOut: OptOut;
  /** Undefined if the poll is deleted. */
  readonly title: string | undefined;
  readonly scope: OptOutScope;
}

async function find(
  { params }: PageInput,
  { db, config }: Pick<Deps, "config" | "db">,
): Promise<OptOutView | undefined> {
  const optOut = readOptOut(config.keys.mailLinks.all, params);
  if (optOut === undefined) return undefined;
  const poll = await findExistingPoll(db, optOut.pollId);
  const [scope = "none"] = await findOptOuts(db, optOut.pollId, [optOut.addressKey]);
  return { optOut, title: poll?.title, scope };
}

const unknownPage = ({ language }: PageInput): HtmlPage =>
  deadLinkPage(404, language, wordsIn(language).optOut.unknown);

function page(
  { optOut, title, scope }: OptOutView,
  state: OptOutScope | "ask",
  { language, at }: PageInput,
  { config }: Pick<Deps, "config">,
): HtmlPage {
  const words = wordsIn(language).optOut;
  const path = at(optOutPath(config.keys.mailLinks.signing, optOut));
  const button = (to: OptOutScope): Html =>
    html`<form method="post" action="${path}/${to}"><button type="submit">${words[to].button}</button></form>\n`;
  const others = (["all", "poll", "none"] as const).filter(
    (to) => to !== scope && !(to === "poll" && (title === undefined || scope === "all")),
  );
  return {
    status: 200,
    language,
    context: title,
    title: words[state].title,
    ...(state !== "ask" && { icon: "good" }),
    content: [html`<p>${words[state].text}</p>\n`, ...others.map(button)],
  };
}

const show: PageRoute["show"] = async (input, deps) => {
  const view = await find(input, deps);
  if (view === undefined) return unknownPage(input);
  return page(view, view.scope === "none" ? "ask" : view.scope, input, deps);
};

/** A mail program posts to the link itself (RFC 8058). This opts out of all invitations. */
const submit: NonNullable<PageRoute["submit"]> = async (input, deps) => {
  const wanted = input.params.scope ?? "all";
  const scope = (["all", "poll", "none"] as const).find((one) => one === wanted);
  const view = await find(input, deps);
  if (view === undefined || scope === undefined) return unknownPage(input);
  await setOptOut(deps.db, view.optOut, scope);
  // Each shard stores the addresses that opted out of all polls.
  for (const db of deps.shards.all()) {
    if (db !== deps.db && scope !== "poll") await setOptOut(db, view.optOut, scope);
  }
  return page({ ...view, scope }, scope, input, deps);
};

/** The pages of the opt-out link in an invitation (docs/reference/mails.md#opting-out). */
export const optOutPages: readonly PageRoute[] = [
  { path: "/opt-out/:poll/:address/:token", show, submit },
  { path: "/opt-out/:poll/:address/:token/:scope", show, submit },
];
