// Covers docs/reference/comments.md: changing, counts, endpoints, exports-of-comments, fields, threads, visibility
// Covers docs/reference/comments.md: writing
// Covers docs/reference/participants.md: anonymity
// Covers docs/reference/requests.md: rate-limits

import { buildComment, buildOption, buildWebhook, type PollFacts } from "@polls/testing";
import { type CommentScene, shareComments } from "../../../testing/share-comments";
import { shareAccount } from "../../../testing/share-gateway";
import type { NewAccount } from "../accounts/create-account";

const { gateway, db, owner, ada, ben, scene, ask, write } = shareComments();
const outsider = shareAccount(gateway);

test("without a participant a comment is one of the caller, who must take part", async () => {
  const here = await scene();
  const comment = { content: "By the organizer" };
  expect(await ask(here, owner, "POST ", { comment })).toMatchObject({
    status: 201,
    body: { user_name: "Grace", own: true },
  });
  const stranger = await gateway.request(
    `POST /api/v1/polls/${here.poll.memberHash}/options/${here.option.publicId}/comments`,
    { token: outsider.privateToken, body: { comment } },
  );
  expect([stranger.status, stranger.body.errors]).toEqual([422, { voter_id: ["is required"] }]);
});

test("an admin who does not take part comments as the organizer, who is no participant", async () => {
  const here = await scene();
  const { poll } = here;
  await db.prisma.participant.delete({ where: { id: here.of(owner).id } });
  const counted = async () =>
    (await gateway.inPoll(poll, owner, "GET /voters")).headers.get("X-Total-Count");
  const before = await counted();
  const written = await ask(here, owner, "POST ", { comment: { content: "Welcome" } });
  expect(written).toMatchObject({
    status: 201,
    body: { user_name: null, by_organizer: true, own: true },
  });
  expect(await counted()).toBe(before);
  const [shown] = (await ask(here, ada, "GET ")).body;
  expect(shown).toMatchObject({ content: "Welcome", by_organizer: true, own: false });
  const by = (account: NewAccount) =>
    change(here, account, written.body.id, { content: "Welcome all" });
  expect((await by(ada)).status).toBe(404);
  expect((await by(owner)).body.content).toBe("Welcome all");
  const { text } = await gateway.inPoll(poll, owner, "GET /comments.csv");
  expect(text).toMatch(/,,,Welcome all,.*,true\r?\n/);
});

const change = (here: CommentScene, account: NewAccount, id: string, comment: object) =>
  ask(here, account, `PATCH /${id}`, { comment });

const contentsFor = async (here: CommentScene, account: NewAccount): Promise<readonly string[]> => {
  const { body } = await ask(here, account, "GET ");
  return body.map(({ content }: { content: string }) => content);
};

/** The count of an option, alone and in the list. */
async function countsFor({ poll, option }: CommentScene, { privateToken: token }: NewAccount) {
  const options = `/api/v1/polls/${poll.memberHash}/options`;
  const one = await gateway.request(`GET ${options}/${option.publicId}`, { token });
  const list = await gateway.request(`GET ${options}`, { token });
  return [one.body.comments_count, list.body[0].comments_count];
}

test("a comment has the name of its participant, and an answer to an answer joins the first comment", async () => {
  const here = await scene();
  const first = await write(here, ada, "  Good\nidea <b>now</b>  ");
  expect([first.status, first.body]).toEqual([
    201,
    {
      id: expect.stringMatching(/^[\w-]{22}$/),
      content: "Good\nidea <b>now</b>",
      user_name: "Grace",
      by_organizer: false,
      created_at: "2030-06-15T12:00:00.000Z",
      parent_comment_id: null,
      hidden: false,
      approval_state: "approved",
      own: true,
    },
  ]);
  const answer = await write(here, ben, "Why?", first.body.id);
  const again = await write(here, ada, "Because.", answer.body.id);
  expect([answer, again].map(({ body }) => body.parent_comment_id)).toEqual([
    first.body.id,
    first.body.id,
  ]);
  expect(await contentsFor(here, ben)).toEqual(["Good\nidea <b>now</b>", "Why?", "Because."]);
  const page = await ask(here, ben, "GET ?per_page=1&page=2");
  expect([page.body.length, page.headers.get("x-total-count")]).toEqual([1, "3"]);
});

test.each<[string, object, PollFacts, number, string]>([
  ["does not accept comments", { allow_comments: false }, {}, 422, "comments_not_allowed"],
  ["is closed", {}, { status: "closed" }, 422, "poll_closed"],
  ["hides its options", { hide_options: true }, {}, 404, "option_not_found"],
])("nothing is written if the poll %s", async (_case, settings, facts, status, code) => {
  const here = await scene(settings, facts);
  const answer = await write(here, ada, "Good idea");
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect(await db.prisma.comment.count({ where: { pollId: here.poll.id } })).toBe(0);
});

test("on a closed door nothing is written, and members read only their own comments", async () => {
  const here = await scene({}, { type: "Polls::AdventCalendar" });
  const { body: first } = await write(here, ada, "What a prize");
  const closeUntil = (day: string) =>
    db.prisma.option.update({
      where: { id: here.option.id },
      data: { startDate: new Date(`${day}T00:00:00Z`) },
    });
  await closeUntil("2030-12-24");
  for (const account of [ada, ben, owner]) {
    const answer = await write(here, account, "Early");
    expect([answer.status, answer.body.code]).toEqual([422, "option_not_open"]);
  }
  expect((await change(here, ada, first.id, { content: "Sooner" })).body.code).toBe(
    "option_not_open",
  );
  expect((await ask(here, ben, `GET /${first.id}`)).status).toBe(404);
  const list = await ask(here, ben, "GET ");
  expect([list.body, list.headers.get("x-total-count")]).toEqual([[], "0"]);
  expect(await contentsFor(here, ada)).toEqual(["What a prize"]);
  expect(await contentsFor(here, owner)).toEqual(["What a prize"]);
  await closeUntil("2030-06-15");
  expect(await contentsFor(here, ben)).toEqual(["What a prize"]);
});

test("others cannot write as a participant, nor before an address is confirmed, nor more than fits", async () => {
  const here = await scene();
  const asAda = { voter_id: here.of(ada).publicId, comment: { content: "x" } };
  expect((await ask(here, ben, "POST ", asAda)).status).toBe(403);
  await db.prisma.participant.update({
    where: { id: here.of(ben).id },
    data: { confirmedAt: null },
  });
  expect((await write(here, ben, "x")).body.code).toBe("address_not_confirmed");
  expect((await write(here, ada, "👍".repeat(2_000))).status).toBe(201);
  for (const content of ["👍".repeat(2_001), " ", "a\u0000b"]) {
    expect((await write(here, ada, content)).status).toBe(422);
  }
  const other = await scene();
  const { body: elsewhere } = await write(other, ada, "Elsewhere");
  expect((await write(here, ada, "x", elsewhere.id)).body.code).toBe("comment_not_found");
});

test("an option takes no more comments than its limit", async () => {
  const here = await scene();
  await db.prisma.comment.createMany({
    data: Array.from({ length: 5_000 }, (_, n) => ({
      publicId: `many-${here.poll.id}-${n}`,
      pollId: here.poll.id,
      optionId: here.option.id,
      participantId: here.of(ben).id,
      content: "x",
    })),
  });
  expect((await write(here, ada, "x")).body.code).toBe("comment_limit_reached");
});

test("a participant writes 20 comments in a minute", async () => {
  const here = await scene();
  const statuses = [];
  for (let n = 0; n < 21; n++) statuses.push((await write(here, ada, `${n}`)).status);
  expect(statuses).toEqual([...Array(20).fill(201), 429]);
  const refused = await write(here, ada, "more");
  expect([refused.body.code, refused.headers.has("retry-after")]).toEqual([
    "too_many_comments",
    true,
  ]);
  expect((await write(here, ben, "x")).status).toBe(201);
});

test("authors change and delete their own, admins hide, approve and delete", async () => {
  const here = await scene();
  const { body: first } = await write(here, ada, "First");
  const { body: answer } = await write(here, ben, "Answer", first.id);
  expect((await change(here, ben, first.id, { content: "Mine" })).status).toBe(404);
  expect((await change(here, owner, first.id, { content: "Mine" })).body.errors).toEqual({
    content: ["cannot be changed"],
  });
  expect((await change(here, ada, first.id, { hidden: true })).body.errors).toEqual({
    hidden: ["is for admins only"],
  });
  const same = await change(here, ada, first.id, first);
  expect([same.status, same.body]).toEqual([200, first]);
  expect((await change(here, ada, first.id, { content: "Better" })).body.content).toBe("Better");

  expect((await change(here, owner, first.id, { hidden: true })).body.hidden).toBe(true);
  expect(await contentsFor(here, ada)).toEqual(["Better"]);
  expect(await contentsFor(here, ben)).toEqual(["Answer"]);
  expect(await contentsFor(here, owner)).toEqual(["Better", "Answer"]);
  expect((await ask(here, ben, `GET /${first.id}`)).status).toBe(404);

  expect((await ask(here, ben, `DELETE /${first.id}`)).status).toBe(404);
  await db.prisma.poll.update({
    where: { id: here.poll.id },
    data: { status: "closed", version: { increment: 1 } },
  });
  expect((await change(here, ada, first.id, { content: "Late" })).body.code).toBe("poll_closed");
  expect((await ask(here, ada, `DELETE /${first.id}`)).status).toBe(204);
  const left = (await ask(here, ada, "GET ")).body;
  expect(left).toEqual([{ ...answer, parent_comment_id: null, own: false }]);
  expect((await ask(here, owner, `DELETE /${answer.id}`)).status).toBe(204);
  expect(await contentsFor(here, owner)).toEqual([]);
});

test("admins list the comments on all options, and those that wait for approval", async () => {
  const here = await scene({ require_approval: true });
  const there = { ...here, option: await buildOption(db, here.poll) };
  await write(here, ada, "First");
  await write(there, ben, "Second");
  await write(there, owner, "Third");
  const listed = async (query: string, account = owner) => {
    const { status, body } = await gateway.inPoll(here.poll, account, `GET /comments${query}`);
    return status === 200
      ? body.map((one: Readonly<Record<string, unknown>>) => [one.content, one.option_id])
      : status;
  };
  const [first, second] = [
    ["First", here.option.publicId],
    ["Second", there.option.publicId],
  ];
  expect(await listed("?approval_state=unreviewed")).toEqual([first, second]);
  expect(await listed("?per_page=1&page=2")).toEqual([second]);
  expect(await listed("?approval_state=disapproved")).toEqual([]);
  expect(await listed("?approval_state=none")).toBe(422);
  expect(await listed("", ada)).toBe(404);
});

test("with require_approval others see a comment once it is approved, and again after a change", async () => {
  const here = await scene({ require_approval: true });
  const { body } = await write(here, ada, "First");
  expect(body.approval_state).toBe("unreviewed");
  expect([await contentsFor(here, ada), await contentsFor(here, ben)]).toEqual([["First"], []]);
  await change(here, owner, body.id, { approval_state: "approved" });
  expect(await contentsFor(here, ben)).toEqual(["First"]);
  const changed = await change(here, ada, body.id, { content: "Second" });
  expect(changed.body.approval_state).toBe("unreviewed");
  expect(await contentsFor(here, ben)).toEqual([]);
  await change(here, owner, body.id, { approval_state: "disapproved" });
  const third = await change(here, ada, body.id, { content: "Third" });
  expect(third.body.approval_state).toBe("disapproved");
  expect((await write(here, owner, "By an admin")).body.approval_state).toBe("approved");
});

describe("counts and lists agree for every reader", () => {
  // Settings: private_comments
  test.each<[string, object, readonly number[]]>([
    ["comments of all", {}, [4, 4, 6]],
    ["private_comments", { private_comments: true }, [3, 3, 6]],
  ])("%s", async (_case, settings, wanted) => {
    const here = await scene(settings);
    for (const account of [ada, ben]) {
      const participant = here.of(account);
      const shown = await buildComment(db, here.option, participant);
      const hidden = await buildComment(db, here.option, participant, { hidden: true });
      const other = account === ada ? here.of(ben) : here.of(ada);
      await buildComment(db, here.option, other, { parentId: hidden.id });
      expect(shown.id).not.toBe(hidden.id);
    }
    const counts = [];
    for (const account of [ada, ben, owner]) {
      const seen = (await contentsFor(here, account)).length;
      expect(await countsFor(here, account)).toEqual([seen, seen]);
      counts.push(seen);
    }
    expect(counts).toEqual(wanted);
    const participant = `/api/v1/polls/${here.poll.memberHash}/voters/${here.of(ada).publicId}`;
    await gateway.as(owner, `DELETE ${participant}`);
    const left = (await contentsFor(here, owner)).length;
    expect([left, await countsFor(here, owner)]).toEqual([3, [3, 3]]);
  });

  // Settings: allow_comments
  test.each([
    [true, [0, 0]],
    [false, [undefined, undefined]],
  ])("options have a count if allow_comments is %s", async (allow_comments, counts) => {
    expect(await countsFor(await scene({ allow_comments }), ada)).toEqual(counts);
  });

  test("comments that are written at the same time are all counted", async () => {
    const here = await scene();
    await Promise.all(
      [owner, ada, ben].flatMap((account) => [1, 2].map((n) => write(here, account, `${n}`))),
    );
    expect(await countsFor(here, ben)).toEqual([6, 6]);
  });
});

test("the results change with a comment, so that the live stream sends them", async () => {
  const here = await scene();
  const results = async () =>
    (await gateway.inPoll(here.poll, ben, "GET /results")).body.options[0].comments_count;
  const stream = await fetch(`${gateway.url}/api/v1/polls/${here.poll.memberHash}/results/stream`, {
    headers: { Authorization: `Bearer ${ben.privateToken}` },
    signal: AbortSignal.timeout(20_000),
  });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error("the stream has no body");
  const until = async (part: string) => {
    let text = "";
    while (!text.includes(part)) {
      const { done, value } = await reader.read();
      if (done) throw new Error(`the stream ended before ${part}`);
      text += value;
    }
  };
  try {
    await until('"comments_count":0');
    await write(here, ada, "First");
    await until('"comments_count":1');
  } finally {
    await reader.cancel();
  }
  expect(await results()).toBe(1);
});

test("anonymity hides names and moments, and orders by random ids", async () => {
  const named = await scene({ hidden_participants: true });
  await write(named, ada, "Mine");
  const seen = async (here: CommentScene, account: NewAccount) =>
    (await ask(here, account, "GET ")).body;
  const day = "2030-06-15T00:00:00.000Z";
  const exact = "2030-06-15T12:00:00.000Z";
  expect(await seen(named, ben)).toMatchObject([{ user_name: null, created_at: day }]);
  expect(await seen(named, owner)).toMatchObject([{ user_name: "Grace", created_at: exact }]);

  const anonymous = await scene({ anonymize_voter_names: true });
  for (let n = 0; n < 6; n++) await write(anonymous, ada, `${n}`);
  const name = expect.stringMatching(/^Participant [0-9a-f]{6}$/);
  const list = await seen(anonymous, owner);
  expect(list[0]).toMatchObject({ user_name: name, created_at: day });
  expect(await seen(anonymous, ada)).toMatchObject(
    Array(6).fill({ user_name: name, created_at: exact }),
  );
  const ids = list.map(({ id }: { id: string }) => id);
  const ordered = await db.prisma.$queryRaw<
    { public_id: string }[]
  >`SELECT public_id FROM comments WHERE poll_id = ${anonymous.poll.id} ORDER BY public_id`;
  expect(ids).toEqual(ordered.map(({ public_id }) => public_id));
});

test("a repeated request with a key writes one comment", async () => {
  const here = await scene();
  const body = { voter_id: here.of(ada).publicId, comment: { content: "Once" } };
  const line = `POST /api/v1/polls/${here.poll.memberHash}/options/${here.option.publicId}/comments`;
  const options = {
    token: ada.privateToken,
    headers: { "Idempotency-Key": `key-${here.poll.id}` },
    body,
  };
  const first = await gateway.request(line, options);
  const second = await gateway.request(line, options);
  expect(second.body).toEqual(first.body);
  expect(await contentsFor(here, ada)).toEqual(["Once"]);
});

test("exports have all comments, and neutralize formulas", async () => {
  const here = await scene();
  const { body: first } = await write(here, ada, "=1+1");
  await write(here, ben, "Answer", first.id);
  await change(here, owner, first.id, { hidden: true });
  const exported = (account: NewAccount, file: string) =>
    gateway.inPoll(here.poll, account, `GET /${file}`);
  const { text, headers } = await exported(owner, "comments.csv");
  const [header, row, answer] = text.split("\r\n");
  expect(header).toBe(
    "comment_id,parent_comment_id,option_id,option,voter_id,user_name,content,hidden,approval_state,created_at,by_organizer",
  );
  expect(row).toContain(`Grace,'=1+1,true,approved,2030-06-15T12:00:00.000Z`);
  expect(answer).toContain(`,${first.id},${here.option.publicId},`);
  expect(headers.get("content-disposition")).toContain("comments.csv");
  expect((await exported(ben, "comments.csv")).status).toBe(404);
});

// Events: comment.created
test("the event of a comment has ids and no text, and no id under anonymity", async () => {
  const told = async (settings: object) => {
    const here = await scene(settings);
    const webhook = await buildWebhook(db, {
      ownerAccountId: owner.id,
      pollId: here.poll.id,
      events: ["comment.created"],
    });
    const { body } = await write(here, ada, "Secret text");
    const events = await db.prisma.webhookEvent.findMany({
      where: { pollId: here.poll.id, type: "comment.created" },
    });
    expect(JSON.stringify(events, (_, value) => String(value))).not.toContain("Secret");
    await db.prisma.webhook.deleteMany({ where: { id: webhook.id } });
    return [events.map((e) => [e.subjectId, e.subjectIds]), body.id, here.option.publicId];
  };
  const [events, id, optionId] = await told({});
  expect(events).toEqual([[id, [optionId]]]);
  const [anonymous, , option] = await told({ anonymize_voter_names: true });
  expect(anonymous).toEqual([[null, [option]]]);
});

test("a caller who does not see the options does not comment on them", async () => {
  const here = await scene({ restrict_view_access: true, jury_mode: true });
  const answers = [await ask(here, ada, "GET "), await write(here, ada, "Good")];
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
});

test("a copy of a poll has no comments", async () => {
  const here = await scene();
  await write(here, ada, "Only here");
  const { status } = await gateway.as(owner, `POST /api/v1/polls/${here.poll.adminHash}/duplicate`);
  expect(status).toBe(201);
  expect(await db.prisma.comment.count({ where: { content: "Only here" } })).toBe(1);
});
