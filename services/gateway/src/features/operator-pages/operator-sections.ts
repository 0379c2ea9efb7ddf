import type { RefusedMail } from "@polls/db/mails";
import type { ServiceState } from "@polls/db/operators";
import { type KeptForDays, keptDays } from "@polls/domain/retention";
import { type Html, html, type Language } from "@polls/markup";
import type { Config } from "../../config";
import type { Deps } from "../../deps";
import { type ActName, readAudit, type ShownEntry } from "../operators/audit-log";
import { BYTES_OF_MB, type FoundAccount, searchAccounts } from "../operators/operate-accounts";
import {
  listFailedMails,
  listSuppressed,
  type SuppressedAddress,
} from "../operators/operate-mails";
import { type FoundPoll, searchPolls } from "../operators/operate-polls";
import { listReports, type ShownReport } from "../operators/operate-reports";
import { SENTENCE_MAX } from "../operators/operate-service";
import {
  actForm,
  field,
  foldedForm,
  hidden,
  type OperatorSection,
  type OperatorView,
  onlyIf,
  reasonField,
} from "./operator-page";

const LIMIT = 50;
const AUDIT_LIMIT = 200;

export type SectionDeps = Pick<Deps, "config" | "db" | "serviceState" | "shards">;

/** What each page of operators shows. None has votes. */
export const sections: Readonly<
  Record<OperatorSection, (deps: SectionDeps, view: OperatorView) => Promise<readonly Html[]>>
> = {
  service: async ({ serviceState, config }, view) => [
    ...servicePart(serviceState.current(), view),
    keptPart(config.keepClosedPollsDays, view),
  ],
  accounts: async ({ shards }, view) => {
    const accounts = await searchAccounts(shards, { text: view.query, limit: LIMIT });
    return [searchForm("accounts", view), ...listOf(accounts, accountPart, view), inviteForm(view)];
  },
  polls: async ({ shards }, view) => {
    const polls = await searchPolls(shards, { text: view.query, limit: LIMIT });
    return [searchForm("polls", view), ...listOf(polls, pollPart, view)];
  },
  reports: async ({ shards }, view) =>
    listOf(await listReports(shards, { closed: false, limit: LIMIT }), reportPart, view),
  async mails({ shards }, view) {
    const mails = await listFailedMails(shards, LIMIT);
    const retryAll = actForm(view, "mails/retry", [], view.words.mail.retryAll);
    return [...listOf(mails, mailPart, view), ...(mails.length === 0 ? [] : [retryAll])];
  },
  suppressed: async ({ db }, view) => listOf(await listSuppressed(db, LIMIT), suppressedPart, view),
  audit: async ({ db }, view) => listOf(await readAudit(db, AUDIT_LIMIT), entryPart, view),
};

const listOf = <Row>(
  rows: readonly Row[],
  partOf: (row: Row, view: OperatorView) => Html,
  view: OperatorView,
): readonly Html[] =>
  rows.length === 0 ? [html`<p>${view.words.nothing}</p>\n`] : rows.map((row) => partOf(row, view));

/** A time in UTC, because operators compare it with logs. */
const timeIn = (language: Language, moment: Date): string =>
  `${new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }).format(moment)} UTC`;

const bytesIn = (language: Language, bytes: number): string =>
  `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(bytes / 1_000_000)} MB`;

const searchForm = (section: "accounts" | "polls", { words, query, at }: OperatorView): Html =>
  html`<form method="get" action="${at(`/operator/${section}`)}" class="search"><div>${field("search", { name: "q", label: words.find[section], value: query })}</div><button type="submit">${words.search}</button></form>
`;

function servicePart(state: ServiceState, view: OperatorView): readonly Html[] {
  const { words } = view;
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

const keptNames = Object.keys(keptDays) as KeptForDays[];

/** What the service deletes by itself, and when, as in docs/privacy.md. */
function keptPart(
  closedPollsDays: Config["keepClosedPollsDays"],
  { words: { kept } }: OperatorView,
): Html {
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

function accountPart(account: FoundAccount, view: OperatorView): Html {
  const { words, language, query } = view;
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

function inviteForm(view: OperatorView): Html {
  const { email: label, invite } = view.words.account;
  const address = field("invite", { name: "email", label, type: "email", required: true });
  return foldedForm(invite, actForm(view, "accounts/invite", [address], invite));
}

function pollPart(poll: FoundPoll, view: OperatorView): Html {
  const { words, language, query, at } = view;
  const { poll: own } = words;
  const name = [hidden("poll", poll.memberHash), hidden("q", query)];
  return html`<section class="asked"><h2>${poll.title}</h2>
<dl><dt>${own.owner}</dt><dd>${poll.owner}</dd>
<dt>${own.created}</dt><dd>${timeIn(language, poll.createdAt)}</dd></dl>
<p><a href="${at(`/p/${poll.memberHash}`)}">/p/${poll.memberHash}</a></p>
${
  poll.takenDownAt === null
    ? takeDownForm(poll.memberHash, name, view)
    : html`<p class="note">${own.takenDown(timeIn(language, poll.takenDownAt))}<br>${poll.takenDownReason ?? ""}</p>
${actForm(view, "polls/restore", name, own.restore)}`
}</section>
`;
}

function takeDownForm(of: string, name: readonly Html[], view: OperatorView): Html {
  const { poll, reasonForReaders } = view.words;
  const fields = [...name, reasonField(of, reasonForReaders, true)];
  return foldedForm(poll.takeDown, actForm(view, "polls/take-down", fields, poll.takeDown));
}

function reportPart(report: ShownReport, view: OperatorView): Html {
  const { words, language, at } = view;
  const of = String(report.id);
  return html`<section class="asked"><h2>${report.pollTitle}</h2>
<p>${report.text}</p>
<p class="fine">${timeIn(language, report.createdAt)}</p>
<p><a href="${at(`/operator/polls?q=${report.pollHash}`)}">/p/${report.pollHash}</a></p>
${
  report.takenDown
    ? undefined
    : takeDownForm(of, [hidden("poll", report.pollHash), hidden("from", "reports")], view)
}${actForm(view, "reports/close", [hidden("id", of)], words.report.close)}</section>
`;
}

function mailPart(mail: RefusedMail, view: OperatorView): Html {
  const { words, language } = view;
  const state = mail.state === "failed" ? words.mail.states.failed : words.mail.states.queued;
  return html`<section class="asked"><h2>${mail.kind} → @${mail.domain}</h2>
<p>${mail.problem}</p>
<p class="fine">${timeIn(language, mail.createdAt)}, ${state}</p>
${actForm(view, "mails/retry", [hidden("id", String(mail.id))], words.mail.retry)}</section>
`;
}

const suppressedPart = (
  { address, reason, createdAt }: SuppressedAddress,
  view: OperatorView,
): Html =>
  html`<section class="asked"><h2>${address}</h2>
<p>${reason}</p>
<p class="fine">${timeIn(view.language, createdAt)}</p>
${actForm(view, "suppressed/allow", [hidden("email", address)], view.words.suppressed.allow)}</section>
`;

function entryPart(entry: ShownEntry, { words, language }: OperatorView): Html {
  const names: Readonly<Record<ActName, string>> = words.acts;
  const name = names[entry.action as ActName] ?? entry.action;
  const subject = entry.subjectEmail ?? entry.subject;
  return html`<section class="asked"><h2>${name}</h2>
${onlyIf(subject !== null, html`<p>${subject ?? ""}</p>\n`)}${onlyIf(entry.reason !== null, html`<p>${words.reason}: ${entry.reason ?? ""}</p>\n`)}<p class="fine">${timeIn(language, entry.at)}, ${entry.by ?? words.byCommand}</p></section>
`;
}
