import type { RefusedMail } from "@polls/db/mails";
import type { ServiceState } from "@polls/db/operators";
import { type KeptForDays, keptDays } from "@polls/domain/retention";
import { type Html, html, type Language } from "@polls/markup";
import type { Config } from "../../config";
import { wordsIn } from "../../pages/languages";
import type { Words } from "../../pages/languages/en";
import type { PageInput } from "../../pages/page-routes";
import type { HtmlPage } from "../../pages/page-shell";
import { type ActName, REASON_MAX, type ShownEntry } from "../operators/audit-log";
import { BYTES_OF_MB, type FoundAccount } from "../operators/operate-accounts";
import type { SuppressedAddress } from "../operators/operate-mails";
import type { FoundPoll } from "../operators/operate-polls";
import type { ShownReport } from "../operators/operate-reports";
import { SENTENCE_MAX } from "../operators/operate-service";

const keptNames = Object.keys(keptDays) as KeptForDays[];

type Section = keyof Words["operate"]["sections"];

/** What a page of operators shows, by section. It has no votes. */
export type OperatorContent =
  | {
      readonly section: "service";
      readonly state: ServiceState;
      readonly keepClosedPollsDays: Config["keepClosedPollsDays"];
    }
  | { readonly section: "accounts"; readonly accounts: readonly FoundAccount[] }
  | { readonly section: "polls"; readonly polls: readonly FoundPoll[] }
  | { readonly section: "reports"; readonly reports: readonly ShownReport[] }
  | { readonly section: "mails"; readonly mails: readonly RefusedMail[] }
  | { readonly section: "suppressed"; readonly addresses: readonly SuppressedAddress[] }
  | { readonly section: "audit"; readonly entries: readonly ShownEntry[] };

export interface OperatorView {
  readonly language: Language;
  readonly at: PageInput["at"];
  /** The text that was searched. */
  readonly query: string;
  /** Why an act was refused. */
  readonly problem?: string | undefined;
}

/** A page for operators: the links to all sections, and one section. */
export function operatorPage(content: OperatorContent, view: OperatorView): HtmlPage {
  const { operate: words } = wordsIn(view.language);
  const { section } = content;
  return {
    status: view.problem === undefined ? 200 : 422,
    language: view.language,
    context: section === "service" ? undefined : words.title,
    title: section === "service" ? words.title : words.sections[section],
    tellsOrigin: true,
    content: [
      menu(words, section, view),
      ...(view.problem === undefined
        ? []
        : [html`<p class="note" role="alert">${view.problem}</p>\n`]),
      ...contentOf(content, words, view),
    ],
  };
}

export const onlyIf = (isShown: boolean, part: Html): Html | undefined =>
  isShown ? part : undefined;

const sectionNames = [
  "accounts",
  "polls",
  "reports",
  "mails",
  "suppressed",
  "audit",
] as const satisfies readonly Section[];

const isCurrent = html` aria-current="page"`;

const menu = (
  words: Words["operate"],
  current: OperatorContent["section"],
  { at }: OperatorView,
): Html =>
  html`<nav class="menu"><a href="${at("/operator")}"${onlyIf(current === "service", isCurrent)}>${words.service.title}</a>
${sectionNames.map(
  (name) =>
    html`<a href="${at(`/operator/${name}`)}"${onlyIf(current === name, isCurrent)}>${words.sections[name]}</a>\n`,
)}</nav>
`;

function contentOf(
  content: OperatorContent,
  words: Words["operate"],
  view: OperatorView,
): readonly Html[] {
  const list = (items: readonly Html[]) =>
    items.length === 0 ? [html`<p>${words.nothing}</p>\n`] : items;
  switch (content.section) {
    case "service":
      return [
        ...servicePart(content.state, words, view),
        keptPart(content.keepClosedPollsDays, words),
      ];
    case "accounts":
      return [
        searchForm("accounts", words, view),
        ...list(content.accounts.map((account) => accountPart(account, words, view))),
        inviteForm(words, view),
      ];
    case "polls":
      return [
        searchForm("polls", words, view),
        ...list(content.polls.map((poll) => pollPart(poll, words, view))),
      ];
    case "reports":
      return list(content.reports.map((report) => reportPart(report, words, view)));
    case "mails":
      return [
        ...list(content.mails.map((mail) => mailPart(mail, words, view))),
        ...(content.mails.length === 0
          ? []
          : [actForm(view, "mails/retry", [], words.mail.retryAll)]),
      ];
    case "suppressed":
      return list(content.addresses.map((address) => suppressedPart(address, words, view)));
    case "audit":
      return list(content.entries.map((entry) => entryPart(entry, words, view)));
  }
}

/** A time in UTC, because operators compare it with logs. */
const timeIn = (language: Language, moment: Date): string =>
  `${new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }).format(moment)} UTC`;

const bytesIn = (language: Language, bytes: number): string =>
  `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(bytes / 1_000_000)} MB`;

const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

const actForm = (
  { at }: OperatorView,
  act: string,
  fields: readonly Html[],
  button: string,
): Html =>
  html`<form method="post" action="${at(`/operator/${act}`)}">${fields}<button type="submit" class="quiet">${button}</button></form>\n`;

/** A form behind its heading, so that lists stay short. */
const foldedForm = (summary: string, form: Html): Html =>
  html`<details><summary>${summary}</summary>${form}</details>\n`;

interface FieldFacts {
  readonly name: string;
  readonly label: string;
  readonly value?: string | undefined;
  readonly required?: boolean;
  readonly type?: "text" | "email" | "number";
  readonly maxLength?: number;
}

/** A field with its label. `of` makes its id unique on the page. */
const field = (
  of: string,
  { name, label, value = "", required, type = "text", maxLength = REASON_MAX }: FieldFacts,
): Html =>
  html`<label for="${name}-${of}">${label}</label>
<input id="${name}-${of}" name="${name}" type="${type}" value="${value}"${onlyIf(type === "number", html` min="0" step="1"`)}${onlyIf(type === "text", html` maxlength="${String(maxLength)}"`)}${onlyIf(required === true, html` required`)} autocomplete="off">
`;

const reasonField = (of: string, label: string, required = false): Html =>
  field(of, { name: "reason", label, required });

const searchForm = (
  section: "accounts" | "polls",
  words: Words["operate"],
  { query, at }: OperatorView,
): Html =>
  html`<form method="get" action="${at(`/operator/${section}`)}" class="search"><div>${field("search", { name: "q", label: words.find[section], value: query })}</div><button type="submit">${words.search}</button></form>
`;

function servicePart(
  state: ServiceState,
  words: Words["operate"],
  view: OperatorView,
): readonly Html[] {
  const { service } = words;
  return [
    state.maintenance === undefined
      ? html`<p>${service.running}</p>
${foldedForm(
  service.begin,
  actForm(
    view,
    "service/begin",
    [
      field("begin", { name: "sentence", label: service.sentence, maxLength: SENTENCE_MAX }),
      reasonField("begin", words.reason),
    ],
    service.begin,
  ),
)}`
      : html`<p class="note">${service.maintained}</p>
${actForm(view, "service/end", [], service.end)}`,
    actForm(
      view,
      "service/announce",
      [
        field("announce", {
          name: "sentence",
          label: service.announcement,
          value: state.announcement,
          maxLength: SENTENCE_MAX,
        }),
      ],
      words.save,
    ),
  ];
}

/** What the service deletes by itself, and when, as in docs/privacy.md. */
function keptPart(closedPollsDays: Config["keepClosedPollsDays"], words: Words["operate"]): Html {
  const { kept } = words;
  const rows: readonly (readonly [string, string])[] = [
    [
      kept.closedPolls,
      closedPollsDays === undefined ? kept.untilDeleted : kept.atMost(kept.days(closedPollsDays)),
    ],
    ...keptNames.map((name) => [kept.names[name], kept.days(keptDays[name])] as const),
    [kept.others, kept.yours],
  ];
  return html`<h2>${kept.title}</h2>
<dl class="rows">${rows.map(([what, time]) => html`<dt>${what}</dt><dd>${time}</dd>\n`)}</dl>
`;
}

function accountPart(account: FoundAccount, words: Words["operate"], view: OperatorView): Html {
  const { language, query } = view;
  const { account: own } = words;
  const of = account.publicId;
  const name = [hidden("account", of), hidden("q", query)];
  const text = (value: number | null) => (value === null ? "" : String(value));
  const quota = account.storageQuotaBytes;
  const usage = (used: string, of: string | undefined) =>
    of === undefined ? used : own.usage(used, of);
  return html`<section class="asked"><h2>${account.email}</h2>
<p>${account.name}</p>
${onlyIf(account.isOperator, html`<p class="fine">${own.operator}</p>\n`)}${
  account.blockedAt === null
    ? undefined
    : html`<p class="note">${own.blocked(timeIn(language, account.blockedAt))}${onlyIf(account.blockedReason !== null, html`<br>${account.blockedReason ?? ""}`)}</p>\n`
}<dl><dt>${own.polls}</dt><dd>${usage(String(account.polls), account.pollQuota === null ? undefined : String(account.pollQuota))}</dd>
<dt>${own.files}</dt><dd>${usage(bytesIn(language, account.storageBytes), quota === null ? undefined : bytesIn(language, Number(quota)))}</dd></dl>
${
  account.blockedAt === null
    ? foldedForm(
        own.block,
        actForm(view, "accounts/block", [...name, reasonField(of, words.reason, true)], own.block),
      )
    : actForm(view, "accounts/unblock", name, own.unblock)
}${foldedForm(
  own.quotas,
  actForm(
    view,
    "accounts/quota",
    [
      ...name,
      html`<p class="fine">${own.quotasText}</p>`,
      field(of, {
        name: "storage",
        label: own.storage,
        type: "number",
        value: quota === null ? "" : String(quota / BYTES_OF_MB),
      }),
      field(of, {
        name: "mails",
        label: own.mails,
        type: "number",
        value: text(account.mailQuota),
      }),
      field(of, {
        name: "polls",
        label: own.pollQuota,
        type: "number",
        value: text(account.pollQuota),
      }),
    ],
    words.save,
  ),
)}</section>
`;
}

const inviteForm = (words: Words["operate"], view: OperatorView): Html =>
  foldedForm(
    words.account.invite,
    actForm(
      view,
      "accounts/invite",
      [
        field("invite", {
          name: "email",
          label: words.account.email,
          type: "email",
          required: true,
        }),
      ],
      words.account.invite,
    ),
  );

function pollPart(poll: FoundPoll, words: Words["operate"], view: OperatorView): Html {
  const { language, query, at } = view;
  const { poll: own } = words;
  const name = [hidden("poll", poll.memberHash), hidden("q", query)];
  return html`<section class="asked"><h2>${poll.title}</h2>
<dl><dt>${own.owner}</dt><dd>${poll.owner}</dd>
<dt>${own.created}</dt><dd>${timeIn(language, poll.createdAt)}</dd></dl>
<p><a href="${at(`/p/${poll.memberHash}`)}">/p/${poll.memberHash}</a></p>
${
  poll.takenDownAt === null
    ? foldedForm(own.takeDown, takeDownForm(poll.memberHash, name, words, view))
    : html`<p class="note">${own.takenDown(timeIn(language, poll.takenDownAt))}<br>${poll.takenDownReason ?? ""}</p>
${actForm(view, "polls/restore", name, own.restore)}`
}</section>
`;
}

const takeDownForm = (
  of: string,
  name: readonly Html[],
  words: Words["operate"],
  view: OperatorView,
): Html =>
  actForm(
    view,
    "polls/take-down",
    [...name, reasonField(of, words.reasonForReaders, true)],
    words.poll.takeDown,
  );

function reportPart(report: ShownReport, words: Words["operate"], view: OperatorView): Html {
  const { language, at } = view;
  const of = String(report.id);
  return html`<section class="asked"><h2>${report.pollTitle}</h2>
<p>${report.text}</p>
<p class="fine">${timeIn(language, report.createdAt)}</p>
<p><a href="${at(`/operator/polls?q=${report.pollHash}`)}">/p/${report.pollHash}</a></p>
${
  report.takenDown
    ? undefined
    : foldedForm(
        words.poll.takeDown,
        takeDownForm(of, [hidden("poll", report.pollHash), hidden("from", "reports")], words, view),
      )
}${actForm(view, "reports/close", [hidden("id", of)], words.report.close)}</section>
`;
}

function mailPart(mail: RefusedMail, words: Words["operate"], view: OperatorView): Html {
  const { language } = view;
  const state = mail.state === "failed" ? words.mail.states.failed : words.mail.states.queued;
  return html`<section class="asked"><h2>${mail.kind} → @${mail.domain}</h2>
<p>${mail.problem}</p>
<p class="fine">${timeIn(language, mail.createdAt)}, ${state}</p>
${actForm(view, "mails/retry", [hidden("id", String(mail.id))], words.mail.retry)}</section>
`;
}

const suppressedPart = (
  { address, reason, createdAt }: SuppressedAddress,
  words: Words["operate"],
  view: OperatorView,
): Html =>
  html`<section class="asked"><h2>${address}</h2>
<p>${reason}</p>
<p class="fine">${timeIn(view.language, createdAt)}</p>
${actForm(view, "suppressed/allow", [hidden("email", address)], words.suppressed.allow)}</section>
`;

function entryPart(entry: ShownEntry, words: Words["operate"], { language }: OperatorView): Html {
  const names: Readonly<Record<ActName, string>> = words.acts;
  const name = names[entry.action as ActName] ?? entry.action;
  const subject = entry.subjectEmail ?? entry.subject;
  return html`<section class="asked"><h2>${name}</h2>
${onlyIf(subject !== null, html`<p>${subject ?? ""}</p>\n`)}${onlyIf(entry.reason !== null, html`<p>${words.reason}: ${entry.reason ?? ""}</p>\n`)}<p class="fine">${timeIn(language, entry.at)}, ${entry.by ?? words.byCommand}</p></section>
`;
}
