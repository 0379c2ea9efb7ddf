import { createHmac } from "node:crypto";
import type { PrismaQueryable } from "@polls/db/sql";
import { trimText } from "@polls/domain/input";
import { translatePoll } from "@polls/domain/polls";
import { NotFound, TooManyRequests } from "@polls/domain/refusals";
import { html } from "@polls/markup";
import type { Deps } from "../../deps";
import { networkOf } from "../../http/request/client-address";
import { wordsIn } from "../../pages/languages";
import type { PageInput, PageRoute } from "../../pages/page-routes";
import type { HtmlPage } from "../../pages/page-shell";
import { admitVisit, type VisitDeps } from "../page-sessions/admit-visit";
import { visitorOf } from "../page-sessions/signed-cookie";

/** The poll of the page, as a visitor may see it. Throws 404, also for an admin hash, which is secret. */
async function visitOf(
  { params, cookie, clientAddress, languages }: PageInput,
  deps: VisitDeps & Pick<Deps, "db">,
) {
  const visitor = visitorOf(cookie, deps)?.id;
  const visit = await admitVisit(
    deps.db,
    { pollHash: params.hash ?? "", visitor, clientAddress, languages },
    deps,
  );
  if (visit.addressedBy !== "member_hash") throw new NotFound("Poll");
  return { ...visit, title: translatePoll(visit.poll, visit.textLanguage).title };
}

function formPage(title: string, { language, params, at }: PageInput, problem?: string): HtmlPage {
  const { ask } = wordsIn(language).report;
  return {
    status: problem === undefined ? 200 : 422,
    language,
    context: title,
    title: ask.title,
    tellsOrigin: true,
    content: [
      html`<p>${ask.text}</p>\n`,
      html`<form method="post" action="${at(`/p/${params.hash ?? ""}/report`)}"><label for="text">${ask.label}</label>
${problem === undefined ? undefined : html`<p class="note" role="alert">${problem}</p>\n`}<textarea id="text" name="text" rows="5" maxlength="${String(REPORT_MAX)}" required></textarea>
<button type="submit">${ask.button}</button></form>
`,
      html`<p class="fine after">${ask.privacy}</p>`,
    ],
  };
}

const show: PageRoute["show"] = async (input, deps) => {
  const { title } = await visitOf(input, deps);
  return formPage(title, input);
};

const submit: NonNullable<PageRoute["submit"]> = async (input, deps) => {
  const { poll, title, visitor } = await visitOf(input, deps);
  const text = trimText(input.fields.get("text") ?? "");
  const { ask, done } = wordsIn(input.language).report;
  if (text === "" || text.length > REPORT_MAX || text.includes("\0")) {
    return formPage(title, input, ask.problem(REPORT_MAX));
  }
  const { clientAddress, now } = input;
  await reportAbuse(deps.db, { pollId: poll.id, text, visitor, clientAddress, now }, deps);
  return {
    status: 200,
    language: input.language,
    context: title,
    title: done.title,
    icon: "good",
    content: [html`<p>${done.text}</p>`],
  };
};

/** The page on which readers report a poll to the operator (docs/reference/pages.md#reports-of-abuse). */
export const reportPages: readonly PageRoute[] = [
  { path: "/p/:hash/report", show, submit, takesFields: true, ownPageOnly: true },
];

const REPORT_MAX = 1_000;

const PER_HOUR = 10;
const HOUR_MS = 3_600_000;

interface Report {
  readonly pollId: bigint;
  readonly text: string;
  /** The identifier of the visitor's cookie. Undefined: the network of the client stands for the reader. */
  readonly visitor: string | undefined;
  readonly clientAddress: string;
  readonly now: Date;
}

/** One for each reader and poll; 429 above ten an hour (docs/reference/pages.md#reports-of-abuse). */
async function reportAbuse(
  { prisma }: PrismaQueryable,
  { pollId, text, visitor, clientAddress, now }: Report,
  { storedKeys, rateLimiter }: Pick<Deps, "storedKeys" | "rateLimiter">,
): Promise<void> {
  const network = networkOf(clientAddress);
  const budget = rateLimiter.take(`report:${network}`, PER_HOUR, HOUR_MS);
  if (!budget.allowed) throw new TooManyRequests(budget.resetSeconds);
  const { userIdentifiers } = await storedKeys();
  const reader = visitor === undefined ? `network ${network}` : `visitor ${visitor}`;
  const reporterKey = createHmac("sha256", userIdentifiers)
    .update(`report of ${pollId} by ${reader}`)
    .digest();
  await prisma.abuseReport.createMany({
    data: [{ pollId, reporterKey: new Uint8Array(reporterKey), text, createdAt: now }],
    skipDuplicates: true,
  });
}
