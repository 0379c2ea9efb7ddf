// Covers docs/reference/translations.md: choosing
// Covers docs/reference/pages.md: languages

import type { Poll } from "@polls/domain/polls";
import { buildOption, buildOptions, buildParticipant, recordStatements } from "@polls/testing";
import { cookieOf } from "../../../testing/own-page";
import { dataOf, shareServedPages } from "../../../testing/served-pages";
import { TEST_BASE_URL } from "../../../testing/start-gateway";
import { storeVotes } from "../../../testing/store-votes";

const { gateway, owner, newPoll, open, exchange } = shareServedPages();

test("the page of a comparison has a pair, which its visitor alone judges first after taking part", async () => {
  const comparison = async () => {
    const poll = await newPoll({}, { type: "Polls::PairwiseComparison" });
    for (let n = 0; n < 6; n++) await buildOption(gateway.db, poll);
    return poll;
  };
  const [poll, elsewhere] = [await comparison(), await comparison()];
  const { offer, options } = dataOf((await open(`/p/${poll.memberHash}`)).text);
  expect(options.items).toHaveLength(2);
  const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);

  const token = owner.privateToken;
  const list = async ({ memberHash }: Poll, text: string) => {
    const query = { offer: text };
    const path = `/api/v1/polls/${memberHash}/options` as const;
    return idsOf((await gateway.request(`GET ${path}`, { token, query })).body);
  };
  expect(await list(elsewhere, offer)).toHaveLength(6);
  expect(await list(poll, `${offer}x`.slice(1))).toHaveLength(6);
  await buildParticipant(gateway.db, poll, { ownerKey: `user:${owner.id}` });
  expect(await list(poll, offer)).toEqual(idsOf(options.items));

  const own = dataOf((await open(`/p/${poll.adminHash}/admin`)).text);
  expect(own).not.toHaveProperty("offer");
});

test("the offer of a pair ends after half an hour", async () => {
  const poll = await newPoll({}, { type: "Polls::PairwiseComparison" });
  // Of 200 options there are 19,900 pairs.
  await buildOptions(gateway.db, poll, 200);
  const { offer, options } = dataOf((await open(`/p/${poll.memberHash}`)).text);
  await buildParticipant(gateway.db, poll, { ownerKey: `user:${owner.id}` });
  const later = await gateway.startAnother({ clock: () => new Date(Date.now() + 31 * 60_000) });
  const path = `/api/v1/polls/${poll.memberHash}/options` as const;
  const { body } = await later.request(`GET ${path}`, {
    token: owner.privateToken,
    query: { offer },
  });
  expect(body).toHaveLength(2);
  expect(new Set(body.map(({ id }: { readonly id: string }) => id))).not.toEqual(
    new Set(options.items.map(({ id }: { readonly id: string }) => id)),
  );
});

describe("the first data equal the responses of the API to this visitor", () => {
  test("for a first visit: the poll and the first page of options", async () => {
    const poll = await newPoll({ options_per_page: 2 });
    for (const content of ["Soup", "Rice", "Cake"])
      await buildOption(gateway.db, poll, { content });
    const asReader = { token: owner.publicToken };
    const api = `/api/v1/polls/${poll.memberHash}`;
    const data = dataOf((await open(`/p/${poll.memberHash}`)).text);
    expect(data.poll).toEqual((await gateway.request(`GET ${api}`, asReader)).body);
    expect(data.options.total).toBe(3);
    expect(data.options.items).toEqual(
      (await gateway.request(`GET ${api}/options`, asReader)).body,
    );
    expect(data).not.toHaveProperty("participant");
  });

  test("on the results page: the first page of results, if the visitor may read them", async () => {
    const poll = await newPoll({ vote_type: "Votes::UpVote" });
    const option = await buildOption(gateway.db, poll, { content: "Soup" });
    await storeVotes(gateway.db, poll, [{ on: option, value: 1 }]);
    const asReader = { token: owner.publicToken };
    const shown = await gateway.request(`GET /api/v1/polls/${poll.memberHash}/results`, asReader);
    const { text } = await open(`/p/${poll.memberHash}/results`);
    expect(dataOf(text)).toMatchObject({ readsResults: true, results: shown.body });
    expect(shown.body.options[0].voter_count).toBe(1);
    const hidden = [
      [{ hide_results: true }, false],
      [{ hide_votes: true }, false],
      [{ results_visible: "after_own_vote" }, false],
      [{ restrict_view_access: true, jury_mode: true }, undefined],
    ] as const;
    for (const [settings, readsResults] of hidden) {
      const other = await newPoll(settings);
      await buildOption(gateway.db, other, { content: "Soup" });
      const data = dataOf((await open(`/p/${other.memberHash}/results`)).text);
      expect([settings, data.readsResults]).toEqual([settings, readsResults]);
      expect(data).not.toHaveProperty("results");
    }
  });

  test("for a closed poll of opinions: the options with a yes", async () => {
    const poll = await newPoll({ vote_type: "Votes::YesNoMaybeVote" });
    const soup = await buildOption(gateway.db, poll, { content: "Soup" });
    const rice = await buildOption(gateway.db, poll, { content: "Rice" });
    const [maybe, yes] = [1, 2];
    await storeVotes(gateway.db, poll, [
      { on: soup, value: maybe },
      { on: soup, value: maybe },
      { on: rice, value: yes },
    ]);
    const read = async () => dataOf((await open(`/p/${poll.memberHash}`)).text);
    expect(await read()).not.toHaveProperty("withYes");
    await gateway.db.prisma.poll.update({ where: { id: poll.id }, data: { status: "closed" } });
    expect((await read()).withYes).toEqual([rice.publicId]);
    const settings = { vote_type: "Votes::YesNoMaybeVote", results_visible: "never" };
    await gateway.db.prisma.poll.update({ where: { id: poll.id }, data: { settings } });
    expect(await read()).not.toHaveProperty("withYes");
  });

  test("for one with later pages and categories: all of them, without reading votes", async () => {
    const settings = { vote_type: "Votes::BooleanVote", options_per_page: 1 };
    const poll = await newPoll(settings);
    const category = await buildOption(gateway.db, poll, { type: "Options::OptionCategory" });
    const below = await buildOption(gateway.db, poll, { parent: category });
    const hidden = await buildOption(gateway.db, poll, { parent: category, archived: true });
    const later = await buildOption(gateway.db, poll);
    const [yes, no] = [1, -1];
    await storeVotes(gateway.db, poll, [
      ...[below, hidden, later].map((on) => ({ on, value: yes })),
      ...[below, later].flatMap((on) => [
        { on, value: no },
        { on, value: no },
      ]),
      { on: await buildOption(gateway.db, poll), value: no },
    ]);
    await gateway.db.prisma.poll.update({ where: { id: poll.id }, data: { status: "closed" } });
    const sent = recordStatements(gateway.db.pool);
    const { withYes } = dataOf((await open(`/p/${poll.memberHash}`)).text);
    expect(new Set(withYes)).toEqual(new Set([below.publicId, later.publicId]));
    expect(sent.filter(({ text }) => /FROM (public\.)?"?votes\b/.test(text))).toEqual([]);
  });

  test("for one with many votes: the options with a yes, by their tallies", async () => {
    const poll = await newPoll({ vote_type: "Votes::BooleanVote" });
    const soup = await buildOption(gateway.db, poll, { content: "Soup" });
    const rice = await buildOption(gateway.db, poll, { content: "Rice" });
    await storeVotes(gateway.db, poll, [
      { on: soup, value: 1 },
      { on: rice, value: -1 },
    ]);
    const { prisma } = gateway.db;
    await prisma.poll.update({ where: { id: poll.id }, data: { status: "closed" } });
    await prisma.optionTally.updateMany({
      where: { optionId: soup.id },
      data: { votes: { increment: 10_000 } },
    });
    const { withYes } = dataOf((await open(`/p/${poll.memberHash}`)).text);
    expect(withYes).toEqual([soup.publicId]);
  });

  test("of a poll with a jury: how many are on it, if the visitor may read results", async () => {
    const poll = await newPoll({ jury_mode: true, vote_type: "Votes::UpVote" });
    for (const jury of [true, true, false]) await buildParticipant(gateway.db, poll, { jury });
    const read = async (path: string) => dataOf((await open(path)).text);
    expect(await read(`/p/${poll.memberHash}`)).toMatchObject({ jury: 2 });
    await gateway.db.prisma.poll.update({
      where: { id: poll.id },
      data: { settings: { jury_mode: true, vote_type: "Votes::UpVote", results_visible: "never" } },
    });
    expect(await read(`/p/${poll.memberHash}`)).not.toHaveProperty("jury");
    expect(await read(`/p/${poll.adminHash}/admin`)).toMatchObject({ jury: 2 });
  });

  test("of a poll with places: whether all are taken, and not those who wait", async () => {
    const poll = await newPoll({ participant_limit: 2 });
    const read = async () => dataOf((await open(`/p/${poll.memberHash}`)).text);
    for (const place of ["taken", "waiting", "given_up"] as const) {
      await buildParticipant(gateway.db, poll, { place });
      expect(await read()).not.toHaveProperty("full");
    }
    await buildParticipant(gateway.db, poll, { place: "taken", confirmedAt: null });
    const sent = recordStatements(gateway.db.pool);
    expect(await read()).toMatchObject({ full: true });
    const countsAll = /count\(\*\) FROM participants WHERE poll_id = \$1::bigint\)/;
    expect(sent.filter(({ text }) => countsAll.test(text))).toEqual([]);
  });

  test("for a returning visitor: the own votes, and no others", async () => {
    const poll = await newPoll();
    const option = await buildOption(gateway.db, poll, { content: "Soup" });
    const { body, headers } = await exchange(poll.memberHash);
    const api = `/api/v1/polls/${poll.memberHash}`;
    const auth = { token: body.token };
    const voter = await gateway.as(auth, `POST ${api}/voters`, { voter: { user_name: "Ada" } });
    const vote = await gateway.request(`POST ${api}/votes`, {
      ...auth,
      body: { voter_id: voter.body.id, option_id: option.publicId, vote: { vote: 1 } },
    });
    const cookie = cookieOf({ headers });
    const again = dataOf((await open(`/p/${poll.memberHash}`, { Cookie: cookie })).text);
    expect(again.participant.id).toBe(voter.body.id);
    expect(again.votes).toEqual([vote.body]);
    const other = dataOf((await open(`/p/${poll.memberHash}`)).text);
    expect(other).not.toHaveProperty("votes");
  });

  test("with a restricted view: no options for visitors who are not admitted", async () => {
    const poll = await newPoll({ restrict_view_access: true, jury_mode: true }, { title: "Lunch" });
    const { publicId } = await buildOption(gateway.db, poll, { content: "Secret soup" });
    for (const path of [`/p/${poll.memberHash}`, `/p/${poll.memberHash}/o/${publicId}`]) {
      const { status, text } = await open(path);
      expect([status, text.includes("Secret soup")]).toEqual([200, false]);
      expect(dataOf(text)).not.toHaveProperty("options");
    }
  });

  test("with a restricted view by a password: the own participant, but neither options nor votes", async () => {
    const poll = await newPoll({ restrict_view_access: true });
    await buildOption(gateway.db, poll, { content: "Secret soup" });
    const api = `/api/v1/polls/${poll.adminHash}` as const;
    const body = { poll: { password: "open sesame" } };
    await gateway.as(owner, `PATCH ${api}`, body);
    const { body: session, headers } = await exchange(poll.memberHash);
    const voter = await gateway.request(`POST /api/v1/polls/${poll.memberHash}/voters`, {
      token: session.token,
      headers: { "X-SERVICE-POLL-PASSWORD": "open sesame" },
      body: { voter: { user_name: "Ada" } },
    });
    const cookie = cookieOf({ headers });
    const { text } = await open(`/p/${poll.memberHash}`, { Cookie: cookie });
    expect(text).not.toContain("Secret soup");
    expect(dataOf(text)).toMatchObject({ participant: { id: voter.body.id, user_name: "Ada" } });
    expect(dataOf(text)).not.toHaveProperty("votes");
    const other = dataOf((await open(`/p/${poll.memberHash}`)).text);
    expect(other).not.toHaveProperty("participant");
  });

  test("an admin page contains what an admin hash may read, and a participant's page never does", async () => {
    const poll = await newPoll();
    const admin = dataOf((await open(`/p/${poll.adminHash}/admin`)).text);
    expect(admin.poll.admin_url).toBe(`${TEST_BASE_URL}/p/${poll.adminHash}/admin`);
    const { text } = await open(`/p/${poll.memberHash}`);
    expect(text).not.toContain(poll.adminHash);
  });
});

const shown = async (path: string, headers: Readonly<Record<string, string>>) => {
  const { text, headers: answer } = await open(path, headers);
  const { language, poll } = dataOf(text);
  const cookie = answer.get("set-cookie");
  return { text, cookie, words: language, title: poll.title, texts: poll.settings.language };
};

test.each([[{}], [{ language: "fr" }]])(
  "a poll in one language, with %j, offers the languages of pages without a script, and keeps the choice",
  async (settings) => {
    const { memberHash } = await newPoll(settings);
    const browser = { "Accept-Language": "en" };
    const { text, cookie } = await shown(`/p/${memberHash}?invitation=x`, browser);
    expect(text).toContain(
      '<a href="?invitation=x&amp;language=de" lang="de" hreflang="de">Deutsch</a>',
    );
    expect([text.includes('<span lang="en">English</span>'), cookie]).toEqual([true, null]);
    const german = await shown(`/p/${memberHash}?language=de`, browser);
    expect(german).toMatchObject({ words: "de", cookie: expect.stringMatching(/^language=de; /) });
    expect((await shown(`/p/${memberHash}?language=fr`, browser)).cookie).toBeNull();
    expect((await shown(`/p/${memberHash}?present`, browser)).text).not.toContain("hreflang");
  },
);

describe("a poll with translations", () => {
  const translated = () =>
    newPoll(
      {
        language: "en",
        social_media_title: "Vote now",
        translations: { de: { title: "Essen", social_media_title: "Jetzt abstimmen" }, fr: {} },
      },
      { title: "Lunch" },
    );

  test.each<[string, string, Readonly<Record<string, string>>, object]>([
    ["the browser", "", { "Accept-Language": "de" }, { title: "Essen", texts: "de", words: "de" }],
    [
      "the address, before the browser",
      "?language=en",
      { "Accept-Language": "de" },
      { title: "Lunch", texts: "en", words: "en" },
    ],
    [
      "an earlier choice, before the browser",
      "",
      { "Accept-Language": "de", Cookie: "other=1; language=fr" },
      { title: "Lunch", texts: "fr", words: "de" },
    ],
    [
      "the poll, for a reader that names none",
      "",
      {},
      { title: "Lunch", texts: "en", words: "en" },
    ],
    [
      "an address with a language that the poll does not have",
      "?language=it",
      { "Accept-Language": "de" },
      { title: "Essen", texts: "de", words: "de" },
    ],
  ])("is in the language of %s", async (_case, query, headers, expected) => {
    const { memberHash } = await translated();
    expect(await shown(`/p/${memberHash}${query}`, headers)).toMatchObject(expected);
  });

  test("keeps a choice for a year, and sets no cookie without one", async () => {
    const { memberHash } = await translated();
    const browser = { "Accept-Language": "en" };
    const { cookie, text } = await shown(`/p/${memberHash}?language=de`, browser);
    expect(cookie).toBe("language=de; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax");
    expect(text).toContain('property="og:title" content="Jetzt abstimmen"');
    expect((await shown(`/p/${memberHash}`, browser)).cookie).toBeNull();
    // The poll does not have it, so the page is in English.
    expect((await shown(`/p/${memberHash}?language=it`, browser)).cookie).toBeNull();
    const results = await shown(`/p/${memberHash}/results`, { Cookie: "language=de" });
    expect(results).toMatchObject({ title: "Essen", cookie: null });
  });
});
