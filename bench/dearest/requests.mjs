// The dearest requests of each endpoint, by its operation in the OpenAPI document. Bodies of hostile forms are added to
// them (hostile.mjs).

const JSON_BYTES = 100 * 1024;
const MIB = 1024 * 1024;

/** The largest bodies of endpoints that read more than others (docs/reference/requests.md#bodies). */
const bodyBytes = {
  "polls.create": MIB,
  "polls.import": 4 * MIB,
  "votes.castAll": MIB,
  "options.create": 8_000_000,
  "options.update": 8_000_000,
  "polls.cover.set": 8_000_000,
};
export const bodyBytesOf = (operation) => bodyBytes[operation] ?? JSON_BYTES;

/** An export repeats the same steps until its end. */
const EXPORT_MS = 10_000;

const sorts = [
  ...["options.position asc", "options.average_rating desc", "options.created_at desc"],
  ...["options.created_at asc", "options.rating desc"],
];
const page = (query = {}) => `?${new URLSearchParams({ per_page: 100, ...query })}`;

/** As many values as attributes of a poll may allow (docs/reference/polls.md#additional-attributes). */
const choices = Array.from({ length: 5 }, (_, n) => ({
  title: `Choice ${n}`,
  type: "select",
  allowed_values: Array.from({ length: 1_000 }, (_, value) => `Value ${value}`),
}));

const languages = Object.fromEntries(
  Array.from({ length: 5_000 }, (_, n) => [`de-x-${n}`, { title: "Larger" }]),
);

/**
 * Each operation has requests that succeed; `refused` is the status where one needs what no poll
 * here has. Those that end what others need come last.
 */
export function dearestRequests({ polls, org, other, ids, webhook, size }) {
  const large = `/polls/${polls.large.admin_hash}`;
  const table = `/polls/${polls.table.admin_hash}`;
  const categorized = `/polls/${polls.categorized.admin_hash}`;
  const [option, otherOption] = ids.options;
  const [voter, leaver] = ids.voters;
  const [vote, withdrawn] = ids.votes.slice(-2);
  const commented = `${large}/options/${option}/comments`;
  const [comment] = ids.comments;
  const get = (path, more) => ({ method: "GET", path, ...more });
  const post = (path, body, more) => ({ method: "POST", path, body, ...more });
  const patch = (path, body, more) => ({ method: "PATCH", path, body, ...more });
  const remove = (path, more) => ({ method: "DELETE", path, ...more });
  const lastPage = Math.floor(size.options / 100);
  const cell = "x".repeat(75);
  const cellOfCsv = `${Array.from({ length: 99 }, (_, n) => `additional_attributes.${n}`)},user_name`;
  const csvOf = (row) => `${cellOfCsv}\n${`${row}\n`.repeat(500)}`;
  return {
    "account.show": [get("/account")],
    "account.update": [patch("/account", { account: { name: "Bench" } })],
    "account.connectedAccount.show": [get("/account/connected_account", { refused: 404 })],
    "account.connectedAccount.connect": [
      post(
        "/account/connected_account",
        { connected_account: { country: "DE" } },
        { refused: 422 },
      ),
    ],
    "account.connectedAccount.disconnect": [remove("/account/connected_account", { refused: 404 })],
    "account.signIn": [post("/account/sign_in", { email: "other@example.org" })],
    "account.sessions.list": [get("/account/sessions")],
    "account.passkeys.list": [get("/account/passkeys")],
    "account.passkeys.update": [
      patch("/account/passkeys/none", { passkey: { name: "Phone" } }, { refused: 404 }),
    ],
    "account.passkeys.delete": [remove("/account/passkeys/none", { refused: 404 })],
    "account.sessions.delete": [remove("/account/sessions/none", { refused: 404 })],
    "account.tokens.list": [get("/account/tokens")],
    "account.tokens.create": [
      post("/account/tokens", { token: { name: "T", kind: "private", scope: "read" } }),
    ],
    "account.tokens.update": [
      patch("/account/tokens/none", { token: { name: "T" } }, { refused: 404 }),
    ],
    "account.tokens.delete": [remove("/account/tokens/none", { refused: 404 })],
    "account.tokens.rotate": [post("/account/tokens/public/rotate")],
    "organizations.list": [get(`/organizations${page()}`)],
    "organizations.create": [post("/organizations", { organization: { name: "Another" } })],
    "organizations.members.list": [get(`/organizations/${org}/members${page()}`)],
    "organizations.members.add": [
      post(`/organizations/${org}/members`, { member: { account_id: other } }),
      post(`/organizations/${org}/members`, { member: { email: "invited@example.org" } }),
    ],
    "organizations.members.update": [
      patch(`/organizations/${org}/members/${other}`, { member: { role: "admin" } }),
    ],
    "organizations.members.remove": [remove(`/organizations/${org}/members/${other}`)],
    "polls.list": [get(`/polls${page()}`), get(`/polls${page({ search: "a" })}`)],
    "polls.create": [
      post("/polls", {
        poll: { title: "Many" },
        options: Array.from({ length: 200 }, (_, n) => ({
          content: `Option ${n}`,
          description: "ä".repeat(2_000),
        })),
      }),
      post(
        "/polls",
        { poll: { title: "Choices", additional_attributes: choices } },
        { as: "allowed values" },
      ),
    ],
    "polls.show": [get(large), get(table), get(categorized)],
    "polls.update": [
      patch(large, { poll: { title: "Larger", description: "ä".repeat(10_000) } }),
      patch(large, { poll: { timezone: "America/New_York" } }),
      patch(large, { poll: { additional_attributes: choices } }, { as: "allowed values" }),
      patch(
        large,
        { poll: { language: "en", translations: languages } },
        { as: "languages", refused: 422 },
      ),
    ],
    "polls.adminHash.replace": [post(`/polls/${polls.compared.admin_hash}/admin_hash`)],
    "polls.cover.set": [
      post(
        `${large}/cover`,
        {
          cover: { attachment: `data:image/png;base64,${"A".repeat(7_000_000)}` },
        },
        { refused: 422 },
      ),
    ],
    "polls.cover.remove": [remove(`${large}/cover`)],
    "polls.duplicate": [
      post(`${large}/duplicate`, undefined, { refused: size.options > 1_000 ? 422 : undefined }),
      post(`${table}/duplicate`),
    ],
    "polls.import": [
      post(
        `${large}/import`,
        { kind: "participants", csv: csvOf(Array(100).fill(cell)) },
        { as: "refused participants" },
      ),
      post(
        `${large}/import`,
        { kind: "options", csv: `content\n${"A\n".repeat(500)}` },
        { as: "options" },
      ),
      post(
        `${large}/import`,
        { kind: "options", csv: `content,subtitle\n${",A\n".repeat(500)}` },
        { as: "refused options" },
      ),
      post(
        `${large}/import`,
        { kind: "options", csv: ",".repeat(4_000_000) },
        { refused: 422, as: "commas" },
      ),
      post(
        `${large}/import`,
        { kind: "options", xlsx: "A".repeat(4_000_000) },
        { refused: 422, as: "workbook" },
      ),
    ],
    "options.list": [
      ...sorts.flatMap((sort) => [
        get(`${large}/options${page({ sort, media: true, settings: true })}`),
        get(`${large}/options${page({ sort, page: lastPage })}`),
      ]),
      get(`${table}/options${page({ settings: true })}`),
      get(`${categorized}/options${page()}`, { as: "100 categories" }),
      get(`${large}/options${page({ sort: "options.content asc" })}`, { as: "by content" }),
      ...sorts.map((sort) => get(`${large}/options${page({ sort, search: "a" })}`)),
      get(`${large}/options${page({ search: "no option has this text" })}`),
      get(`/polls/${polls.shared.admin_hash}/options${page()}`, { as: "best distribution" }),
      get(`/polls/${polls.compared.member_hash}/options${page()}`, { as: "pair" }),
    ],
    "options.show": [get(`${large}/options/${option}`), get(`${table}/options/${ids.column}`)],
    "options.create": [
      post(`${large}/options`, { option: { content: "A", description: "ä".repeat(10_000) } }),
      post(
        `${large}/options`,
        { option: { content: "A", data: { coordinates: Array(60_000).fill([1, 2]) } } },
        { as: "coordinates", refused: 422 },
      ),
    ],
    "options.createSeries": [
      post(`/polls/${polls.dates.admin_hash}/options/series`, {
        series: {
          days: ["2040-06-01"],
          times: Array.from({ length: 20 }, (_, hour) => ({
            start: `${String(hour).padStart(2, "0")}:00`,
            end: `${String(hour).padStart(2, "0")}:30`,
          })),
          weekly: true,
          until: "2040-11-16",
        },
      }),
    ],
    "polls.decision.make": [
      post(
        `/polls/${polls.dates.admin_hash}/decision`,
        { option_ids: Array(4_000).fill("A".repeat(22)) },
        { refused: 422 },
      ),
    ],
    "polls.decision.withdraw": [
      remove(`/polls/${polls.dates.admin_hash}/decision`, { refused: 404 }),
    ],
    "polls.decision.recipients": [get(`${large}/decision/recipients`)],
    "polls.decision.file": [
      get(`/polls/${polls.dates.member_hash}/decision.ics`, { refused: 404 }),
    ],
    "polls.calendar": [get(new URL(polls.dates.calendar_url).pathname.replace("/api/v1", ""))],
    "options.update": [
      patch(
        `${large}/options/${otherOption}`,
        { option: { attachment: `data:image/png;base64,${"A".repeat(7_900_000)}` } },
        { as: "data: URI", refused: 422 },
      ),
      patch(`${large}/options/${otherOption}`, { option: { description: "ä".repeat(10_000) } }),
    ],
    "results.show": [
      ...sorts.map((sort) => get(`${large}/results${page({ sort })}`)),
      get(`${large}/results${page({ page: lastPage })}`),
      get(`${table}/results${page()}`),
      get(`${categorized}/results${page()}`, { as: "100 categories" }),
      get(`/polls/${polls.shared.admin_hash}/results${page()}`, { as: "best distribution" }),
      get(`${large}/results${page({ sort: "options.content asc" })}`, { as: "by content" }),
    ],
    "results.count": [
      get(`/polls/${polls.counted.admin_hash}/results/count`),
      get(`${large}/results/count`, { as: "without a method", refused: 404 }),
    ],
    "results.streamTickets.create": [post(`${large}/results/stream_tickets${page()}`)],
    "results.follow": [get(`${large}/results/stream${page()}`, { forMs: 500 })],
    "results.export.csv": [
      get(`${large}/export.csv`, { forMs: EXPORT_MS }),
      get(`${table}/export.csv`),
    ],
    "results.export.answers": [
      get(`${large}/answers.xlsx`, { forMs: EXPORT_MS }),
      get(`${table}/answers.xlsx`),
    ],
    "results.export.comments": [get(`${large}/comments.csv`, { forMs: EXPORT_MS })],
    "results.export.json": [
      get(`${large}/export.json`, { forMs: EXPORT_MS }),
      get(`${table}/export.json`),
    ],
    "results.export.xlsx": [
      get(`${large}/export.xlsx`, { forMs: EXPORT_MS, as: "large" }),
      get(`${table}/export.xlsx`),
    ],
    "invitations.list": [get(`${large}/invitations${page()}`)],
    "invitations.create": [
      post(`${large}/invitations`, { invitations: Array.from({ length: 100 }, () => ({})) }),
    ],
    "reminders.show": [get(`${large}/reminders`)],
    "reminders.send": [post(`${large}/reminders`, undefined, { refused: 422 })],
    "invitations.withdraw": [remove(`${large}/invitations/none`, { refused: 404 })],
    "payments.list": [get(`${large}/payments${page()}`)],
    "payments.refund": [post(`${large}/payments/none/refund`, {}, { refused: 404 })],
    "participants.list": [
      get(`${large}/voters${page()}`),
      get(`${large}/voters${page({ page: Math.floor(size.participants / 100) })}`),
    ],
    "responses.list": [
      get(`${large}/responses?per_page=20`),
      get(`${large}/responses?per_page=20&page=${Math.floor(size.participants / 20)}`),
    ],
    "participants.create": [post(`${large}/voters`, { voter: { user_name: "Ada" } })],
    "participants.show": [get(`${large}/voters/${voter}`)],
    "participants.update": [patch(`${large}/voters/${voter}`, { voter: { user_name: "Bea" } })],
    "participants.optIn.resend": [
      post(`${large}/voters/${voter}/opt_in`, { optin_email: "a@example.org" }, { refused: 422 }),
    ],
    "participants.link.create": [post(`${large}/voters/${voter}/link`, {}, { refused: 404 })],
    "votes.list": [
      get(`${large}/votes${page()}`),
      get(`${large}/votes${page({ page: Math.floor(size.votes / 100) })}`),
      get(`${large}/votes${page({ voter_id: voter })}`),
      get(`${large}/votes${page({ option_id: option })}`),
    ],
    "votes.show": [get(`${large}/votes/${vote}`)],
    "votes.cast": [
      post(`${large}/votes`, { voter_id: voter, option_id: ids.options.at(-1), vote: { vote: 3 } }),
    ],
    "votes.castAll": [
      post(`${large}/votes/batch`, {
        votes: ids.options
          .slice(0, 500)
          .map((id) => ({ voter_id: ids.voters.at(-1), option_id: id, vote: { vote: 2 } })),
      }),
      post(
        `${large}/votes/batch`,
        { votes: Array(500).fill({ voter_id: voter, option_id: option, vote: { vote: "a" } }) },
        { as: "refused votes" },
      ),
    ],
    "votes.change": [patch(`${large}/votes/${vote}`, { vote: { vote: 4 } })],
    "webhooks.list": [get(`/webhooks${page()}`)],
    "webhooks.create": [
      post("/webhooks", {
        webhook: { url: "https://example.org/2", poll_id: polls.table.admin_hash },
      }),
    ],
    "webhooks.show": [get(`/webhooks/${webhook}`)],
    "webhooks.update": [patch(`/webhooks/${webhook}`, { webhook: { status: "on" } })],
    "webhooks.test": [post(`/webhooks/${webhook}/test`)],
    "webhooks.deliveries.list": [get(`/webhooks/${webhook}/deliveries${page()}`)],
    "webhooks.deliveries.redeliver": [
      post(`/webhooks/${webhook}/deliveries/none/redeliver`, undefined, { refused: 404 }),
    ],
    "webhooks.secret.roll": [post(`/webhooks/${webhook}/secret`)],
    "comments.list": [
      get(`${commented}${page()}`),
      get(`${commented}${page({ page: Math.floor(size.comments / 100) })}`),
    ],
    "comments.listAll": [
      get(`${large}/comments${page({ page: Math.floor(size.comments / 100) })}`),
      get(`${large}/comments${page({ approval_state: "unreviewed" })}`),
    ],
    "comments.show": [get(`${commented}/${comment}`)],
    "comments.create": [
      post(commented, {
        voter_id: voter,
        comment: { content: "ä".repeat(2_000), parent_comment_id: comment },
      }),
    ],
    "comments.update": [patch(`${commented}/${comment}`, { comment: { hidden: true } })],
    "comments.delete": [remove(`${commented}/${comment}`)],
    "votes.withdraw": [remove(`${large}/votes/${withdrawn}`)],
    "participants.link.revoke": [remove(`${large}/voters/${leaver}/link`)],
    "participants.delete": [remove(`${large}/voters/${leaver}`)],
    "options.merge": [post(`${large}/options/${otherOption}/merge`, { option_id: option })],
    "options.undoMerge": [remove(`${large}/options/${otherOption}/merge`)],
    "options.delete": [remove(`${large}/options/${otherOption}`)],
    "webhooks.delete": [remove(`/webhooks/${webhook}`)],
    "polls.delete": [remove(large)],
  };
}
