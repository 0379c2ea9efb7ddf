// Covers docs/reference/access.md: hidden-is-absent
// Covers docs/reference/errors.md: bodies
// Covers docs/reference/options.md: calendar-doors, fields, order, visibility
// Covers docs/reference/participants.md: visibility
// Covers docs/reference/ratings.md: visibility
// Covers docs/reference/results.md: body, groups, who-reads-the-count
// Covers docs/reference/votes.md: private-answers, reading-votes
// Covers docs/reliability.md: hidden-objects

import { newPublicId } from "@polls/db/tokens";
import type { Participant } from "@polls/domain/participants";
import { type Poll, sorts } from "@polls/domain/polls";
import {
  buildOption,
  buildParticipant,
  buildPoll,
  fakeClock,
  type RequestOptions,
  sampleCases,
  type TestResponse,
} from "@polls/testing";
import { answered } from "../answered";
import { shareAccount, shareGateway } from "../share-gateway";
import { storeVotes } from "../store-votes";

const noon = new Date("2030-06-15T12:00:00Z");
const later = new Date("2030-06-15T13:00:00Z");
const clock = fakeClock(noon);

const gateway = shareGateway({
  clock: clock.now,
  env: { RATE_LIMIT_REQUESTS: "1000000" },
});
const owner = shareAccount(gateway);
const member = shareAccount(gateway);
const voter = shareAccount(gateway);
beforeEach(() => clock.set(noon));

/**
 * One of two polls that differ only in hidden data. `names` maps ids to names that are equal in
 * both.
 */
interface Twin {
  readonly poll: Poll;
  readonly names: Map<string, string>;
  readonly options: readonly { readonly id: bigint; readonly publicId: string }[];
  /** A participant of the member, then two of others. */
  readonly participants: readonly [Participant, Participant, Participant];
  /** Objects that are hidden from members: endpoint with `:id` → an id. */
  readonly hidden: Map<string, string>;
}

type Settings = Readonly<Record<string, unknown>>;

/** Creates a poll with one option of the member and three of others, and with its participants. */
async function makeTwin(settings: Settings, type = "Polls::Voting"): Promise<Twin> {
  const { db } = gateway;
  const poll = await buildPoll(db, { settings, type, ownerAccountId: owner.id });
  const memberKey = `user:${member.id}` as const;
  const options = [
    await buildOption(db, poll, { ownerKey: memberKey }),
    await buildOption(db, poll),
    await buildOption(db, poll),
    await buildOption(db, poll),
  ];
  const ownerKey = `user:${voter.id}` as const;
  const participants: [Participant, Participant, Participant] = [
    await buildParticipant(db, poll, { ownerKey: memberKey }),
    await buildParticipant(db, poll, { ownerKey }),
    await buildParticipant(db, poll, { ownerKey }),
  ];
  const twin: Twin = { poll, options, participants, names: new Map(), hidden: new Map() };
  twin.names.set(poll.memberHash, "member-hash").set(poll.adminHash, "admin-hash");
  for (const [at, { publicId }] of options.entries()) twin.names.set(publicId, `option-${at}`);
  for (const [at, { publicId }] of participants.entries()) twin.names.set(publicId, `voter-${at}`);
  return twin;
}

/** Sets the times of all rows to the same moment, so that the two polls do not differ in them. */
async function sameAge({ poll: { id } }: Twin): Promise<void> {
  const { prisma } = gateway.db;
  const data = { createdAt: noon, updatedAt: noon };
  await prisma.poll.update({ where: { id }, data });
  await prisma.option.updateMany({ where: { pollId: id }, data });
  await prisma.participant.updateMany({ where: { pollId: id }, data });
  await prisma.vote.updateMany({ where: { pollId: id }, data });
}

/**
 * Adds the votes to `names`, and returns their ids in the order of creation. Anonymous votes are listed by their ids,
 * so both polls get ids of the same order.
 */
async function nameVotes({ poll, names }: Twin): Promise<readonly string[]> {
  const { vote } = gateway.db.prisma;
  const votes = await vote.findMany({ where: { pollId: poll.id }, orderBy: { id: "asc" } });
  const ids = votes.map((_, at) => `${poll.memberHash.slice(0, -1)}${at}`);
  for (const [at, { id }] of votes.entries()) {
    const publicId = ids[at] ?? "";
    await vote.update({ where: { id }, data: { publicId } });
    names.set(publicId, `vote-${at}`);
  }
  return ids;
}

const cast = async ({ poll, options, participants }: Twin, by: 1 | 2, on: number, vote: number) => {
  const option = options[on];
  const { status, text } = await gateway.request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
    token: voter.privateToken,
    body: {
      voter_id: participants[by].publicId,
      option_id: option?.publicId,
      vote: { vote },
    },
  });
  if (status !== 201) throw new Error(text);
};

async function asOwner({ poll }: Twin, request: string, body: unknown): Promise<void> {
  const [method, path] = request.split(" ");
  const { status, text } = await gateway.request(
    `${method} /api/v1/polls/${poll.memberHash}/${path}`,
    { token: owner.privateToken, body },
  );
  if (status !== 200) throw new Error(text);
}

/** A kind of hidden data in which the second poll differs from the first. */
interface Case {
  readonly settings: Settings;
  readonly type?: string;
  /** Makes the difference in the database, before the times of the rows are set. */
  readonly differ: (twin: Twin, which: "first" | "second") => Promise<void>;
  /** Makes the difference through the API afterwards, as other callers and admins do. */
  readonly happens?: (twin: Twin, which: "first" | "second") => Promise<void>;
}

const memberVotes = async (twin: Twin) => {
  await storeVotes(gateway.db, twin.poll, [
    { by: twin.participants[0], on: optionOf(twin, 1), value: 1 },
  ]);
};
const votesHappen = async (twin: Twin, which: "first" | "second") => {
  await cast(twin, 1, 1, which === "first" ? 1 : -1);
  await cast(twin, 1, 3, 1);
  await cast(twin, 2, which === "first" ? 2 : 3, 1);
  if (which === "second") await cast(twin, 2, 0, 1);
  await hideVotes(twin);
};
async function castAndWithdraw({ poll, options, participants: [{ publicId }] }: Twin) {
  const path = `/api/v1/polls/${poll.memberHash}`;
  const caller = { token: member.privateToken };
  const { body } = await gateway.request(`POST ${path}/votes`, {
    ...caller,
    body: { voter_id: publicId, option_id: options[2]?.publicId, vote: { vote: 1 } },
  });
  expect((await gateway.request(`GET ${path}/results`, caller)).status).toBe(200);
  const { status } = await gateway.request(`DELETE ${path}/votes/${body.id}`, caller);
  expect(status).toBe(204);
}
/** Hides all votes but the first, which is the member's. */
const hideVotes = async (twin: Twin) => {
  const [, hidden] = await nameVotes(twin);
  if (hidden === undefined) throw new Error("there is no vote of others");
  twin.hidden.set("votes", hidden);
};

const cases: Readonly<Record<string, Case>> = {
  "the votes of others, under hide_results": {
    settings: { hide_results: true, default_sort: "options.rating desc" },
    differ: memberVotes,
    happens: votesHappen,
  },
  "the votes of others, under hide_votes until closed": {
    settings: { hide_votes: true, default_sort: "options.average_rating desc" },
    differ: memberVotes,
    happens: votesHappen,
  },
  "the votes of others, under after_own_vote, for a member that has withdrawn its votes": {
    settings: { results_visible: "after_own_vote", default_sort: "options.rating desc" },
    async differ() {},
    async happens(twin, which) {
      await castAndWithdraw(twin);
      await votesHappen(twin, which);
    },
  },
  "the votes of others in a gallery, under hide_results": {
    settings: { hide_results: true, vote_type: "Votes::UpVote" },
    type: "Polls::ImageGallery",
    differ: memberVotes,
    async happens(twin, which) {
      await cast(twin, which === "first" ? 1 : 2, which === "first" ? 1 : 3, 1);
      await hideVotes(twin);
    },
  },
  "the options that an admin picked, under hidden_best_rating": {
    settings: { hidden_best_rating: true, counting_method: "approval" },
    async differ(twin) {
      await storeVotes(gateway.db, twin.poll, [
        { by: twin.participants[1], on: optionOf(twin, 1), value: 1 },
      ]);
      await nameVotes(twin);
    },
    async happens(twin, which) {
      const { publicId } = optionOf(twin, which === "first" ? 1 : 2);
      const option = { selected: true, state_change_message: "The jury's choice" };
      await asOwner(twin, `PATCH options/${publicId}`, { option });
    },
  },
  "the participants marked as fraudulent or on the jury, under hide_results": {
    settings: { hide_results: true },
    differ: memberVotes,
    async happens(twin, which) {
      const { publicId } = twin.participants[which === "first" ? 1 : 2];
      const voter = { fraudulent: true, jury: true };
      await asOwner(twin, `PATCH voters/${publicId}`, { voter });
      await nameVotes(twin);
    },
  },
  "the drawings of others, under a step": {
    settings: {},
    type: "Polls::Survey",
    async differ(twin, which) {
      const step = optionOf(twin, 1);
      await gateway.db.prisma.option.update({
        where: { id: step.id },
        data: { settings: { survey_step_type: "drawing" } },
      });
      const drawing = await buildOption(gateway.db, twin.poll, {
        type: "Options::DrawingOption",
        parent: step,
        content: which,
        ownerKey: `user:${voter.id}`,
      });
      twin.hidden.set("options", drawing.publicId);
    },
  },
  "the answers of others to inputs of a survey": {
    settings: {},
    type: "Polls::Survey",
    async differ(twin, which) {
      const { poll, participants, names } = twin;
      const step = optionOf(twin, 1);
      await gateway.db.prisma.option.update({
        where: { id: step.id },
        data: { settings: { survey_step_type: "input" } },
      });
      const ask = (inputType: string, settings: object) =>
        buildOption(gateway.db, poll, {
          type: "Options::InputOption",
          parent: step,
          inputType,
          settings: { ...settings },
        });
      const name = await ask("text", {});
      const drink = await ask("radio", { allowed_values: ["tea", "coffee"] });
      names.set(name.publicId, "input-name").set(drink.publicId, "input-drink");
      const drinks = which === "first" ? ["tea", "coffee"] : ["coffee", "tea"];
      await storeVotes(gateway.db, poll, [
        { by: participants[0], on: name, text: "The member", type: "Votes::TextVote" },
        { by: participants[1], on: name, text: `The ${which}`, type: "Votes::TextVote" },
        ...[participants[1], participants[2]].map((by, at) => ({
          by,
          on: drink,
          text: drinks[at],
          type: "Votes::TextVote",
        })),
      ]);
      await hideVotes(twin);
    },
  },
  "the participants and their votes, under hidden_participants": {
    settings: { hidden_participants: true },
    async differ(twin, which) {
      const [, one, two] = twin.participants;
      const [first, second] = which === "first" ? [one, two] : [two, one];
      await gateway.db.prisma.participant.update({
        where: { id: first.id },
        data: { userName: `Somebody of the ${which}`, changedByAdmin: which === "first" },
      });
      await storeVotes(gateway.db, twin.poll, [
        { by: twin.participants[0], on: optionOf(twin, 1), value: 1 },
        { by: first, on: optionOf(twin, 1), value: 1 },
        { by: second, on: optionOf(twin, 2), value: -1 },
      ]);
      await nameVotes(twin);
      twin.hidden.set("voters", one.publicId);
    },
  },
  "options of others, under hide_options": {
    settings: { hide_options: true, counting_method: "approval" },
    async differ(twin, which) {
      const option = optionOf(twin, which === "first" ? 1 : 3);
      await gateway.db.prisma.option.update({
        where: { id: option.id },
        data: { content: `Only in the ${which}`, description: which },
      });
      twin.hidden.set("options", optionOf(twin, 2).publicId);
    },
  },
  "names of authors, under hidden_author_name": {
    settings: { hidden_author_name: true },
    async differ(twin, which) {
      const { id } = optionOf(twin, 1);
      const authorName = which === "first" ? "Ada" : "Grace";
      await gateway.db.prisma.option.update({ where: { id }, data: { authorName } });
    },
  },
  "names of images, under hidden_image_name": {
    settings: { hidden_image_name: true, allow_search: true, default_sort: "options.content asc" },
    type: "Polls::ImageGallery",
    async differ(twin, which) {
      const names = which === "first" ? ["Ada", "Bea", "Cleo"] : ["Zoe", "Ada", "Bea"];
      for (const [at, content] of names.entries()) {
        const { id } = optionOf(twin, at + 1);
        await gateway.db.prisma.option.update({ where: { id }, data: { content } });
      }
    },
  },
  "the content of a door before its day": {
    settings: {},
    type: "Polls::AdventCalendar",
    async differ(twin, which) {
      const { id } = optionOf(twin, 1);
      const startDate = new Date("2030-12-24T00:00:00Z");
      const data = which === "first" ? { content: "Nuts" } : { content: "Gold", subtitle: "24" };
      await gateway.db.prisma.option.update({ where: { id }, data: { startDate, ...data } });
    },
  },
  "options that are not approved, archived or not paid": {
    settings: { require_approval: true, submission_fee: 500 },
    async differ(twin, which) {
      const hidden = await buildOption(gateway.db, twin.poll, { approvalState: "unreviewed" });
      twin.hidden.set("options", hidden.publicId);
      if (which === "first") return;
      await buildOption(gateway.db, twin.poll, { archived: true });
      await buildOption(gateway.db, twin.poll, { paid: false });
      const child = await buildOption(gateway.db, twin.poll, { approvalState: "disapproved" });
      await storeVotes(gateway.db, twin.poll, [
        { by: twin.participants[1], on: optionOf(twin, 1), value: 0 },
      ]);
      await gateway.db.prisma.vote.updateMany({
        where: { pollId: twin.poll.id },
        data: { optionId: child.id },
      });
    },
  },
  "participants whose opt-in is pending, with their held votes": {
    settings: { double_opt_in: true, require_voter_name: false },
    async differ() {},
    async happens(twin, which) {
      if (which === "first") return;
      const path = `POST /api/v1/polls/${twin.poll.memberHash}`;
      const { body, status } = await gateway.request(`${path}/voters`, {
        token: voter.privateToken,
        body: { voter: { optin_email: "grace@example.org" } },
      });
      expect(status).toBe(201);
      const held = await gateway.request(`${path}/votes`, {
        token: voter.privateToken,
        body: {
          voter_id: body.id,
          option_id: optionOf(twin, 1).publicId,
          vote: { vote: 1 },
        },
      });
      expect(held.body.code).toBe("opt_in_pending");
      twin.hidden.set("voters", body.id);
    },
  },
};

function optionOf({ options }: Twin, at: number) {
  const option = options[at];
  if (option === undefined) throw new Error("no such option");
  return option;
}

async function twinsOf({ settings, type, differ, happens }: Case): Promise<[Twin, Twin]> {
  const twins: [Twin, Twin] = [await makeTwin(settings, type), await makeTwin(settings, type)];
  await differ(twins[0], "first");
  await differ(twins[1], "second");
  await sameAge(twins[0]);
  await sameAge(twins[1]);
  clock.set(later);
  await happens?.(twins[0], "first");
  await happens?.(twins[1], "second");
  return twins;
}

/** Every read of a member, with different orders, pages and filters. */
function readsOf({ options, participants }: Twin): readonly string[] {
  const orders = ["", ...sorts.map((sort) => `?sort=${encodeURIComponent(sort)}`)];
  return [
    "",
    ...orders.map((order) => `/options${order}`),
    ...orders.map((order) => `/results${order}`),
    "/results/count",
    "/results/stream",
    ...["Ada", "Zoe", "first", "Gold"].map((text) => `/options?search=${text}`),
    "/options?per_page=1&page=2",
    "/options?per_page=2",
    ...options.map(({ publicId }) => `/options/${publicId}`),
    ...options.map(({ publicId }) => `/options?parent_option_id=${publicId}`),
    "/voters",
    "/voters?per_page=1",
    `/voters/${participants[0].publicId}`,
    "/votes",
    "/votes?per_page=1&page=2",
    ...options.map(({ publicId }) => `/votes?option_id=${publicId}`),
    `/votes?voter_id=${participants[0].publicId}`,
    `/votes?voter_id=${participants[1].publicId}`,
    "/invitations",
    "/export.csv",
  ];
}

const ownToRequest = new Set([
  ...["x-request-id", "date", "ratelimit-remaining", "ratelimit-reset"],
  // The ETag depends on the ids in the body, which differ.
  "etag",
]);

/** The whole response as one text, without values that belong to the request. */
function wholeOf({ status, headers, text }: TestResponse, names: ReadonlyMap<string, string>) {
  const lines = [...headers]
    .filter(([name]) => !ownToRequest.has(name))
    .map(([name, value]) => `${name}: ${value}`);
  // The id of an event is a digest of its content, which contains ids. Ids are compared by name
  // instead.
  const told = text.replace(/^id: [\w-]{22}$/m, "id: of what is said");
  const whole = [String(status), ...lines, "", told].join("\n");
  return [...names].reduce((all, [id, name]) => all.replaceAll(id, name), whole);
}

const readers = (): Readonly<Record<string, RequestOptions>> => ({
  "who takes part": { token: member.privateToken },
  "a visitor": { token: owner.publicToken, identifier: "nobody yet" },
  "a reader": { token: owner.publicToken },
});

describe("members get equal responses from two polls that differ only in hidden data, headers included", () => {
  test.each(Object.entries(cases))("%s", async (name, twinCase) => {
    const [first, second] = await twinsOf(twinCase);
    const caseNumber = Object.keys(cases).indexOf(name);
    for (const [readerNumber, [reader, credentials]] of Object.entries(readers()).entries()) {
      const answersOf = (twin: Twin) =>
        Promise.all(
          sampleCases(readsOf(twin), 3, caseNumber + readerNumber).map(async (read, at) => {
            const line = `GET /api/v1/polls/${twin.poll.memberHash}${read}`;
            const answer = wholeOf(
              await answered(() => gateway.request(line, credentials)),
              twin.names,
            );
            return `${reader}, read ${at}: ${answer}`;
          }),
        );
      expect(await answersOf(second)).toEqual(await answersOf(first));
    }
    expect(await tellsAdmins(first)).not.toEqual(await tellsAdmins(second));
  });

  /** Checks that admins see the difference. Otherwise the comparison would prove nothing. */
  async function tellsAdmins(twin: Twin) {
    const path = `GET /api/v1/polls/${twin.poll.memberHash}`;
    const answers = [];
    for (const read of ["/options", "/voters", "/votes", "/results", ...idReads(twin)]) {
      const answer = await gateway.request(`${path}${read}`, { token: owner.privateToken });
      answers.push(wholeOf(answer, twin.names));
    }
    return answers;
  }
  const idReads = ({ options }: Twin) =>
    options.flatMap(({ publicId }) => [
      `/options/${publicId}`,
      `/options?parent_option_id=${publicId}`,
    ]);
});

test("every setting that hides something from members has a case", async () => {
  const { settings } = await buildPoll(gateway.db);
  const tested = new Set(Object.values(cases).flatMap((one) => Object.keys(one.settings)));
  // `hide_tags` hides a field and its filter from members (list-options.test.ts).
  const hiding = Object.keys(settings).filter(
    (name) => /^(?:hide|hidden)_|_visible$/.test(name) && name !== "hide_tags",
  );
  expect(hiding.filter((name) => !tested.has(name))).toEqual([]);
});

test("the reads have every parameter by which members choose, order and count", async () => {
  const { paths } = (await gateway.request("GET /openapi.json")).body;
  const parameters = ["options", "results", "voters", "votes"].flatMap((list) =>
    paths[`/api/v1/polls/{poll_id}/${list}`].get.parameters
      .filter((parameter: { in?: string }) => parameter.in === "query")
      .map(({ name }: { name: string }) => name),
  );
  const chosen = [
    "option_id",
    "page",
    "parent_option_id",
    "per_page",
    "search",
    "sort",
    "voter_id",
  ];
  // Only admins filter by state, and by tags that are hidden. The others choose parts of the response.
  const others = ["approval_state", "media", "pair", "settings", "tag"];
  expect([...new Set(parameters)].sort()).toEqual([...chosen, ...others].sort());
});

describe("every request for a hidden object gets the response of an object that does not exist", () => {
  /** The other cases hide only fields of visible objects. */
  const hiding = Object.entries(cases).filter(
    ([name]) => !/picked|marked|authors|images|door/.test(name),
  );
  test.each(hiding)("%s", async (_name, twinCase) => {
    const [, twin] = await twinsOf(twinCase);
    const credentials = { token: member.privateToken };
    expect(twin.hidden.size).toBe(1);
    for (const [noun, hidden] of twin.hidden) {
      for (const { line, body } of requestsAbout(twin, noun)) {
        const ask = async (id: string) =>
          wholeOf(
            await gateway.request(line(id), {
              ...credentials,
              ...(body !== undefined && { body: body(id) }),
            }),
            new Map(),
          );
        const unknown = await ask(newPublicId());
        expect(unknown).toMatch(/^404\n/);
        expect([line(":id"), await ask(hidden)]).toEqual([line(":id"), unknown]);
      }
    }
  });

  interface Asked {
    readonly line: (id: string) => string;
    readonly body?: (id: string) => unknown;
  }

  function requestsAbout({ poll, participants }: Twin, noun: string): readonly Asked[] {
    const path = `/api/v1/polls/${poll.memberHash}`;
    const one = (method: string, body?: unknown): Asked => ({
      line: (id) => `${method} ${path}/${noun}/${id}`,
      ...(body !== undefined && { body: () => body }),
    });
    const byNoun: Readonly<Record<string, readonly Asked[]>> = {
      votes: [one("GET"), one("PATCH", { vote: { vote: 1 } }), one("DELETE")],
      // The 403 of deletions and casts: unseen-participants.test.ts.
      voters: [one("GET"), one("PATCH", { voter: { user_name: "Eve" } })],
      options: [
        one("GET"),
        one("PATCH", { option: { content: "Mine" } }),
        one("DELETE"),
        {
          line: () => `POST ${path}/votes`,
          body: (id) => ({
            voter_id: participants[0].publicId,
            option_id: id,
            vote: { vote: 1 },
          }),
        },
        {
          line: () => `POST ${path}/options`,
          body: (id) => ({ option: { content: "x" }, parent_option_id: id }),
        },
        { line: (id) => `GET ${path}/options?parent_option_id=${id}` },
      ],
    };
    return byNoun[noun] ?? [];
  }
});
