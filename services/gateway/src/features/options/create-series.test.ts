// Covers docs/reference/options.md: series

import type { Poll } from "@polls/domain/polls";
import { type RequestOptions, recordStatements } from "@polls/testing";
import { shareOptionCreators } from "../../../testing/option-creators";
import { signUp } from "../../../testing/sign-up";

const { gateway, owner, stranger, openPoll, countOptions } = shareOptionCreators();

const dates = { option_type: "Options::DateOption" };
const times = { option_type: "Options::DatetimeOption", timezone: "Europe/Berlin" };

const send = (poll: Poll, series: object, by: RequestOptions, beside: object = {}) =>
  gateway.inPoll(poll, by, "POST /options/series", { series, ...beside });
const asOwner = () => ({ token: owner.privateToken });
const asMember = () => ({ token: stranger.privateToken });

const startsOf = async ({ id }: Poll) => {
  const orderBy = { position: "asc" } as const;
  const rows = await gateway.db.prisma.option.findMany({ where: { pollId: id }, orderBy });
  return rows.map(({ startDate }) => startDate?.toISOString());
};

test("the ids are those of the new options, by date, with times in the zone of the poll", async () => {
  const poll = await owner.buildPoll({ settings: times });
  const series = { days: ["2030-03-29"], times: ["18:00"], weekly: true, until: "2030-04-05" };
  const { status, body } = await send(poll, series, asOwner(), { option: { content: "Choir" } });
  const rows = await gateway.db.prisma.option.findMany({
    where: { pollId: poll.id },
    orderBy: { position: "asc" },
  });
  expect([status, body]).toEqual([201, { ids: rows.map(({ publicId }) => publicId) }]);
  expect(rows.map(({ type, content }) => [type, content])).toEqual(
    Array(2).fill(["Options::DatetimeOption", "Choir"]),
  );
  expect(await startsOf(poll)).toEqual(["2030-03-29T17:00:00.000Z", "2030-04-05T16:00:00.000Z"]);
});

test("dates that the caller sees are left out, and a series without a new date is refused", async () => {
  const poll = await owner.buildPoll({ settings: dates });
  await send(poll, { days: ["2030-06-01", "2030-06-02"] }, asOwner());
  const more = await send(poll, { days: ["2030-06-02", "2030-06-03"] }, asOwner());
  expect([more.status, (more.body.ids as unknown[]).length]).toEqual([201, 1]);
  const again = await send(poll, { days: ["2030-06-03"] }, asOwner());
  expect([again.status, again.body.errors]).toEqual([
    422,
    { days: ["has only dates that are options already"] },
  ]);
  expect(await countOptions(poll)).toBe(3);
});

test("an option that is hidden from the caller does not change the answer", async () => {
  const poll = await openPoll({ settings: { ...dates, require_approval: true } });
  const first = await send(poll, { days: ["2030-06-01"] }, asMember());
  const other = await signUp(gateway.db);
  const second = await send(poll, { days: ["2030-06-01"] }, { token: other.privateToken });
  expect([first.status, second.status]).toEqual([201, 201]);
});

test("two equal series at the same time create each date once", async () => {
  const poll = await owner.buildPoll({ settings: dates });
  const series = { days: ["2030-06-01", "2030-06-02"] };
  const answers = await Promise.all([1, 2].map(() => send(poll, series, asOwner())));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  expect(await countOptions(poll)).toBe(2);
});

test("a member needs allow_new_options", async () => {
  const poll = await owner.buildPoll({ settings: dates });
  const { status, body } = await send(poll, { days: ["2030-06-01"] }, asMember());
  expect([status, body.code]).toEqual([422, "new_options_not_allowed"]);
});

test("a series beyond option_limit creates nothing, and one within it everything", async () => {
  const poll = await openPoll({ settings: { ...dates, option_limit: 2 } });
  const beyond = await send(poll, { days: ["2030-06-01", "2030-06-02", "2030-06-03"] }, asMember());
  expect([beyond.status, beyond.body.code]).toEqual([422, "option_limit_reached"]);
  expect(await countOptions(poll)).toBe(0);
  const within = await send(poll, { days: ["2030-06-01", "2030-06-02"] }, asMember());
  expect(within.status).toBe(201);
  expect(await countOptions(poll)).toBe(2);
});

test.each([
  ["a date of its own in the option", { option: { start_date: "2030-06-01" } }],
  ["a position", { option: { position: 1 } }],
  ["a parent", { parent_option_id: "none" }],
])("%s is refused", async (_case, beside) => {
  const poll = await owner.buildPoll({ settings: dates });
  const { status, body } = await send(poll, { days: ["2030-06-01"] }, asOwner(), beside);
  expect([status, Object.values(body.errors as object)]).toEqual([422, [["is not a known field"]]]);
  expect(await countOptions(poll)).toBe(0);
});

test("500 options of a member are one transaction with one notice", async () => {
  const settings = { ...times, notify_new_options: true, option_limit: 500 };
  const poll = await openPoll({ settings });
  const days = Array.from({ length: 250 }, (_, at) =>
    new Date(Date.UTC(2030, 0, 1 + at)).toISOString().slice(0, 10),
  );
  const statements = recordStatements(gateway.db.pool);
  const { status } = await send(poll, { days, times: ["09:00", "18:00"] }, asMember());
  expect(status).toBe(201);
  expect(statements.length).toBeLessThan(100);
  expect(await countOptions(poll)).toBe(500);
  const notices = await gateway.db.prisma.mail.findMany({
    where: { pollId: poll.id, kind: "new_options" },
  });
  expect(notices).toHaveLength(1);
});

test("the options of members count for the budget of their address, also those of a series", async () => {
  const env = { RATE_LIMIT_CREATED_PARTICIPANTS: "3" };
  const limited = await gateway.startAnother({ env });
  const [poll, other] = [await openPoll({ settings: dates }), await openPoll({ settings: dates })];
  const statusOf = async ({ memberHash }: Poll, path: string, body: object, by: RequestOptions) =>
    (await limited.inPoll({ memberHash }, by, `POST /options${path}`, body)).status;
  const series = (of: Poll, month: number, by = asMember()) => {
    const days = [1, 2, 3, 4, 5].map((day) => `2030-0${month}-0${day}`);
    return statusOf(of, "/series", { series: { days } }, by);
  };
  const single = { option: { start_date: "2030-09-01" } };
  expect(await statusOf(poll, "", single, asMember())).toBe(201);
  expect(await series(poll, 1)).toBe(201);
  expect(await series(poll, 2)).toBe(429);
  expect(await statusOf(poll, "", single, asMember())).toBe(429);
  expect(await series(other, 2)).toBe(201);
  expect(await series(poll, 2, asOwner())).toBe(201);
});
