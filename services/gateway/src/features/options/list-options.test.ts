// Covers docs/reference/access.md: hidden-is-absent
// Covers docs/reference/options.md: lists, nesting, order, rank, search, tags, visibility
// Covers docs/reference/ratings.md: best-and-selected, freshness, rank, targets, visibility
// Covers docs/reference/requests.md: paging

import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { buildOption, buildPoll, type RequestOptions } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { storeVotes } from "../../../testing/store-votes";
import { OptionListResponse } from "./options.schema";

const gateway = shareGateway();
const owner = shareAccount(gateway);
const stranger = shareAccount(gateway);

type Facts = NonNullable<Parameters<typeof buildPoll>[1]>;
type Query = Readonly<Record<string, string | number>>;

const ownPoll = (facts: Facts = {}) =>
  buildPoll(gateway.db, { ...facts, ownerAccountId: owner.id });

const list = (poll: Poll, query: Query = {}, who?: RequestOptions) =>
  gateway.request(`GET /api/v1/polls/${poll.memberHash}/options`, {
    ...(who ?? { token: stranger.privateToken }),
    query,
  });

const asOwner = () => ({ token: owner.privateToken });
const asVisitor = (identifier: string) => ({ token: stranger.publicToken, identifier });

const contents = ({ body }: { readonly body: readonly { readonly content: string }[] }) =>
  body.map(({ content }) => content).join("");

async function pollWith(letters: string, facts: Facts = {}) {
  const poll = await ownPoll(facts);
  const options: Option[] = [];
  for (const content of letters) {
    const createdAt = new Date(Date.UTC(2026, 0, 1, 0, 0, options.length));
    options.push(await buildOption(gateway.db, poll, { content, createdAt }));
  }
  const named = (letter: string) => {
    const option = options[letters.indexOf(letter)];
    if (option === undefined) throw new Error(`no option ${letter}`);
    return option;
  };
  return { poll, options, named };
}

describe("paging", () => {
  test.each(["options", "results", "voters", "votes", "invitations"])(
    "of %s has an empty page for a number that no list reaches",
    async (list) => {
      const poll = await buildPoll(gateway.db, { ownerAccountId: owner.id });
      await buildOption(gateway.db, poll);
      for (const page of ["21474838", "999999999", "9".repeat(30)]) {
        const { status, body } = await gateway.request(
          `GET /api/v1/polls/${poll.adminHash}/${list}?page=${page}&per_page=100`,
          { token: owner.privateToken },
        );
        expect([page, status, body.options ?? body]).toEqual([page, 200, []]);
      }
    },
  );

  test("pages have headers and links, and a page behind the end is empty", async () => {
    const { poll } = await pollWith("ABCDE");
    const second = await list(poll, { page: 2, per_page: 2 });
    expect(contents(second)).toBe("CD");
    OptionListResponse.parse(second.body);
    expect(second.headers.get("X-Total-Count")).toBe("5");
    expect(second.headers.get("X-Total-Pages")).toBe("3");
    expect(second.headers.get("Link")).toContain('page=3&per_page=2>; rel="next"');
    expect((await list(poll, { page: 4, per_page: 2 })).body).toEqual([]);
  });

  test.each([
    ["options_per_page of the poll", { settings: { options_per_page: 2 } }, "AB"],
    ["the page size of the type", { type: "Polls::VideoGallery" }, "ABCDEFGHIJKL"],
  ])("without per_page the page has: %s", async (_what, facts, expected) => {
    const { poll } = await pollWith("ABCDEFGHIJKLMN", facts);
    expect(contents(await list(poll, { sort: "options.position asc" }))).toBe(expected);
  });

  test.each([{ page: 0 }, { per_page: "x" }])("%j is 422", async (query) => {
    const { poll } = await pollWith("A");
    expect((await list(poll, query)).status).toBe(422);
  });

  test("401 without a token, 404 for an unknown poll or parent", async () => {
    const { poll } = await pollWith("A");
    expect((await list(poll, {}, {})).status).toBe(401);
    expect((await list({ ...poll, memberHash: "unknown" })).status).toBe(404);
    expect((await list(poll, { parent_option_id: "unknown" })).status).toBe(404);
  });
});

describe("the content of a list", () => {
  test("has top-level options by default, and children with parent_option_id", async () => {
    const { poll } = await pollWith("A");
    const category = await buildOption(gateway.db, poll, {
      type: "Options::OptionCategory",
      content: "K",
    });
    await buildOption(gateway.db, poll, { content: "c", parent: category });
    expect(contents(await list(poll))).toBe("AK");
    expect(contents(await list(poll, { parent_option_id: category.publicId }))).toBe("c");
  });

  test.each<[string, Facts, string]>([
    ["public options and their own", {}, "AMX"],
    [
      "their own options before voting starts, without options_visible_before_voting",
      {
        settings: {
          options_visible_before_voting: false,
          start_date_voting: "2999-01-01T00:00:00.000Z",
        },
      },
      "MX",
    ],
    [
      "their own options while submissions are open, with hide_options",
      { settings: { hide_options: true } },
      "MX",
    ],
    [
      "also public options after deadline_submission, with hide_options",
      { settings: { hide_options: true, deadline_submission: "2001-01-01T00:00:00.000Z" } },
      "AMX",
    ],
  ])("shows members %s", async (_what, facts, expected) => {
    const { poll } = await pollWith("A", facts);
    const mine = { ownerKey: `user:${stranger.id}` } as const;
    await buildOption(gateway.db, poll, { content: "U", approvalState: "unreviewed" });
    await buildOption(gateway.db, poll, { content: "R", archived: true });
    await buildOption(gateway.db, poll, { content: "P", paid: false });
    await buildOption(gateway.db, poll, { content: "M", ...mine });
    await buildOption(gateway.db, poll, { content: "X", ...mine, approvalState: "disapproved" });
    for (const sort of ["options.position asc", "options.rating desc"]) {
      const seen = await list(poll, { sort });
      expect(contents(seen)).toBe(expected);
      expect(seen.headers.get("X-Total-Count")).toBe(String(expected.length));
    }
    expect(contents(await list(poll, { sort: "options.rating desc" }, asOwner()))).toBe("AURPMX");
  });

  test("is exactly the options that can be read one by one", async () => {
    const { poll, options } = await pollWith("ABC");
    await gateway.db.prisma.option.update({
      where: { id: options[1]?.id ?? 0n },
      data: { archived: true },
    });
    expect(contents(await list(poll))).toBe("AC");
    const statuses = await Promise.all(
      options.map(({ publicId }) =>
        gateway.request(`GET /api/v1/polls/${poll.memberHash}/options/${publicId}`, {
          token: stranger.privateToken,
        }),
      ),
    );
    expect(statuses.map(({ status }) => status)).toEqual([200, 404, 200]);
  });
});

describe("the order", () => {
  test.each([
    ["options.position asc", "bAc"],
    ["options.content asc", "Abc"],
    ["options.created_at desc", "cAb"],
    ["options.created_at asc", "bAc"],
    ["options.rating desc", "cAb"],
    ["options.average_rating desc", "Acb"],
  ])("by %s", async (sort, expected) => {
    const { poll, named } = await pollWith("bAc", { settings: { vote_type: "Votes::RatingVote" } });
    await storeVotes(gateway.db, poll, [
      { on: named("A"), value: 5 },
      { on: named("c"), value: 3 },
      { on: named("c"), value: 3 },
    ]);
    expect(contents(await list(poll, { sort }))).toBe(expected);
    const pages = [];
    for (const page of [1, 2, 3])
      pages.push(contents(await list(poll, { sort, page, per_page: 1 })));
    expect(pages.join("")).toBe(expected);
  });

  test("an unknown sort is 422, and without allow_change_sort the order of the poll applies", async () => {
    const { poll } = await pollWith("bAc", {
      settings: { allow_change_sort: false, default_sort: "options.content asc" },
    });
    expect((await list(poll, { sort: "rank" })).body.errors).toEqual({
      sort: [expect.stringContaining("must be one of")],
    });
    expect(contents(await list(poll, { sort: "options.position asc" }))).toBe("Abc");
  });

  test("is shuffled for members with randomize_options, but stable for each actor", async () => {
    const letters = "ABCDEFGHIJKLMNOP";
    const { poll } = await pollWith(letters, { settings: { randomize_options: true } });
    const orders = new Set<string>();
    for (const name of ["ada", "bob", "eve"]) {
      const first = contents(await list(poll, {}, asVisitor(name)));
      expect(contents(await list(poll, {}, asVisitor(name)))).toBe(first);
      expect([...first].sort().join("")).toBe(letters);
      orders.add(first);
    }
    expect(orders.size).toBe(3);
    expect(contents(await list(poll, {}, asOwner()))).toBe(letters);
  });
});

describe("ratings in a list", () => {
  test("equal options share a rank, and options without a counting vote come last", async () => {
    const { poll, named } = await pollWith("ABCD");
    await storeVotes(gateway.db, poll, [
      { on: named("B"), value: 1 },
      { on: named("B"), value: 1 },
      { on: named("C"), value: 1 },
      { on: named("D"), value: 1 },
    ]);
    const { body } = await list(poll, { sort: "options.rating desc" });
    expect(
      body.map((option: Record<string, unknown>) => [
        option.content,
        option.rank,
        option.rating,
        option.best_rating,
        option.selected,
      ]),
    ).toEqual([
      ["B", 1, 2, true, true],
      ["C", 2, 1, false, false],
      ["D", 2, 1, false, false],
      ["A", 4, 0, false, false],
    ]);
  });

  test("options that an admin picked are selected instead of the best", async () => {
    const { poll, named } = await pollWith("AB");
    await storeVotes(gateway.db, poll, [{ on: named("A"), value: 1 }]);
    await gateway.request(`PATCH /api/v1/polls/${poll.memberHash}/options/${named("B").publicId}`, {
      ...asOwner(),
      body: { option: { selected: true } },
    });
    const { body } = await list(poll);
    expect(body.map(({ selected }: { selected: boolean }) => selected)).toEqual([false, true]);
  });

  test.each<[string, Record<string, boolean>, Facts["status"], readonly string[]]>([
    ["hide_results", { hide_results: true }, "active", []],
    ["hide_results, after closing too", { hide_results: true }, "closed", []],
    ["hide_votes", { hide_votes: true }, "active", []],
    [
      "hide_votes, once closed",
      { hide_votes: true },
      "closed",
      ["rank", "rating", "average_rating", "best_rating", "selected"],
    ],
    [
      "hidden_best_rating",
      { hidden_best_rating: true },
      "active",
      ["rank", "rating", "average_rating"],
    ],
  ])("%s hides rating fields from members", async (_what, settings, status, shown) => {
    const { poll, named } = await pollWith("AB", { settings, status: status ?? "active" });
    await storeVotes(gateway.db, poll, [{ on: named("B"), value: 1 }]);
    const fields = ["rank", "rating", "average_rating", "best_rating", "selected"];
    const visible = (body: readonly object[]) =>
      fields.filter((field) => Object.hasOwn(body[0] ?? {}, field));
    expect(visible((await list(poll)).body)).toEqual(shown);
    expect(visible((await list(poll, {}, asOwner())).body)).toEqual(fields);
  });

  test.each(["hide_results", "hide_votes"])(
    "with %s a member's list contains nothing about votes",
    async (setting) => {
      const answers = [];
      for (const best of ["A", "C"]) {
        const { poll, options, named } = await pollWith("ABC", {
          settings: { [setting]: true, default_sort: "options.rating desc" },
          memberHash: `hidden-${setting}-${best}`.toLowerCase(),
        });
        await storeVotes(gateway.db, poll, [{ on: named(best), value: 1 }]);
        for (const query of [{}, { sort: "options.average_rating desc" }] as const) {
          const response = await list(poll, query);
          let text = response.text.replaceAll(poll.memberHash, "poll");
          for (const { publicId, content } of options)
            text = text.replaceAll(publicId, `${content}`);
          answers.push([
            text.replaceAll(/"\d{4}-[^"]*Z"/g, "then"),
            response.headers.get("X-Total-Count"),
          ]);
          expect(contents(response)).toBe("ABC");
        }
      }
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    },
  );

  test("with best_distribution the assigned options are selected", async () => {
    const { poll, named } = await pollWith("ABC", {
      settings: { target: "best_distribution", vote_type: "Votes::RatingVote" },
    });
    const [ada] = await storeVotes(gateway.db, poll, [{ on: named("A"), value: 5 }]);
    if (ada === undefined) throw new Error("nobody voted");
    await storeVotes(gateway.db, poll, [
      { by: ada, on: named("B"), value: 4 },
      { on: named("A"), value: 5 },
    ]);
    const { body } = await list(poll, { sort: "options.position asc" });
    expect(body.map(({ selected }: { selected: boolean }) => selected)).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe("more than 1,000 siblings", () => {
  test("have current counts, an order that is at most 2 s old, and complete pages", async () => {
    const poll = await ownPoll();
    await gateway.db.prisma.option.createMany({
      data: Array.from({ length: 1_050 }, (_, n) => ({
        publicId: `${poll.memberHash}-${n + 1}`,
        pollId: poll.id,
        type: "Options::TextOption",
        content: `${n + 1}`,
        position: n + 1,
      })),
    });
    const last = await gateway.db.prisma.option.findFirstOrThrow({
      where: { pollId: poll.id, position: 1_050 },
    });
    const mine = await buildOption(gateway.db, poll, {
      content: "mine",
      ownerKey: `user:${stranger.id}`,
      archived: true,
      position: 1_051,
    });
    await storeVotes(gateway.db, poll, [
      { on: last, value: 1 },
      { on: last, value: 1 },
      { on: mine, value: 1 },
    ]);
    const query = { sort: "options.rating desc", per_page: 3 };
    const first = await list(poll, query);
    expect(
      first.body.map(({ content, rank, rating }: Record<string, unknown>) => [
        content,
        rank,
        rating,
      ]),
    ).toEqual([
      ["1050", 1, 2],
      ["mine", undefined, 1],
      ["1", 2, 0],
    ]);
    expect(first.headers.get("X-Total-Count")).toBe("1051");

    await storeVotes(gateway.db, poll, [{ on: last, value: 1 }]);
    expect((await list(poll, query)).body[0]).toMatchObject({ content: "1050", rating: 3 });

    await gateway.db.prisma.option.update({ where: { id: last.id }, data: { archived: true } });
    const hidden = await list(poll, query);
    expect(hidden.body.map(({ content }: { content: string }) => content)).not.toContain("1050");
  });

  test("are found by a search in the requested order, with all pages and the total", async () => {
    const poll = await ownPoll({ settings: { vote_type: "Votes::UpVote" } });
    const count = 2_400;
    await gateway.db.prisma.option.createMany({
      data: Array.from({ length: count }, (_, n) => ({
        publicId: `${poll.memberHash}-${n + 1}`,
        pollId: poll.id,
        type: "Options::TextOption",
        content: `${n % 2 === 0 ? "FOUND É" : "other"} ${(n * 7) % 40}`,
        position: n + 1,
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, (n * 11) % 50)),
        ...(n % 10 === 0 && { ownerKey: `user:${stranger.id}` }),
        ...(n % 20 === 0 && { approvalState: "unreviewed" }),
      })),
    });
    const options = await gateway.db.prisma.option.findMany({
      where: { pollId: poll.id, position: { in: [17, 1_020, 1_021, 2_041, 2_399] } },
    });
    for (const [n, on] of options.entries()) {
      const times = Array.from({ length: 1 + (n % 3) }, () => ({ on, value: 1 }));
      await storeVotes(gateway.db, poll, times);
    }

    type Listed = { readonly id: string; readonly content: string };
    const sorts = ["position asc", "content asc", "created_at desc", "created_at asc"];
    for (const sort of [...sorts, "rating desc"].map((each) => `options.${each}`)) {
      for (const who of [{ token: stranger.privateToken }, asOwner()]) {
        const all: Listed[] = [];
        for (let page = 1; page <= count / 100; page++) {
          all.push(...(await list(poll, { sort, page, per_page: 100 }, who)).body);
        }
        const found = all.filter(({ content }) => content.startsWith("FOUND"));
        expect(found.length).toBeGreaterThan(1_000);
        for (const page of [1, 2, 6, 11, 12, 13]) {
          const query = { search: "found é", sort, page, per_page: 100 };
          const answer = await list(poll, query, who);
          expect(answer.headers.get("X-Total-Count")).toBe(String(found.length));
          const expected = found.slice(100 * (page - 1), 100 * page);
          expect(answer.body.map(({ id }: Listed) => id)).toEqual(expected.map(({ id }) => id));
        }
      }
    }
  }, 240_000);
});

describe("search", () => {
  const found = async (poll: Poll, search: string, who?: RequestOptions, query: Query = {}) => {
    const answer = await list(poll, { search, ...query }, who);
    expect(answer.headers.get("X-Total-Count")).toBe(String(answer.body.length));
    return contents(answer);
  };

  test("finds a text in title, subtitle and author, in any letter case", async () => {
    const poll = await ownPoll();
    await buildOption(gateway.db, poll, { content: "Äpfel" });
    await buildOption(gateway.db, poll, { content: "B", subtitle: "mit ÄPFELN" });
    await buildOption(gateway.db, poll, { content: "C", authorName: "Frau Äpfelmann" });
    await buildOption(gateway.db, poll, { content: "100 %_" });
    expect(await found(poll, "äpfel")).toBe("ÄpfelBC");
    expect(await found(poll, "%_")).toBe("100 %_");
    expect(await found(poll, "none")).toBe("");
    expect(contents(await list(poll, { search: "  " }))).toBe("ÄpfelBC100 %_");
  });

  test("finds a category by the options below it, and its options by their parent", async () => {
    const poll = await ownPoll();
    const type = "Options::OptionCategory";
    const soups = await buildOption(gateway.db, poll, { type, content: "Soups" });
    await buildOption(gateway.db, poll, { type, content: "Cakes" });
    await buildOption(gateway.db, poll, { content: "Carrot", parent: soups });
    await buildOption(gateway.db, poll, { content: "Leek", parent: soups });
    expect(await found(poll, "carrot")).toBe("Soups");
    expect(await found(poll, "carrot", undefined, { parent_option_id: soups.publicId })).toBe(
      "Carrot",
    );
  });

  test("keeps the requested order, also by ratings", async () => {
    const { poll, options } = await pollWith("ABC", {
      settings: { vote_type: "Votes::UpVote" },
    });
    const [, , last] = options;
    if (last === undefined) throw new Error("no option");
    await buildOption(gateway.db, poll, { content: "x" });
    await storeVotes(gateway.db, poll, [{ on: last, value: 1 }]);
    for (const option of options) {
      await gateway.db.prisma.option.update({
        where: { id: option.id },
        data: { subtitle: "letter" },
      });
    }
    expect(await found(poll, "letter", undefined, { sort: "options.created_at desc" })).toBe("CBA");
    expect(await found(poll, "letter", undefined, { sort: "options.rating desc" })).toBe("CAB");
    expect(contents(await list(poll, { search: "letter", per_page: 2, page: 2 }))).toBe("C");
  });

  test.each<[string, Facts, Parameters<typeof buildOption>[2]]>([
    [
      "the title of a picture",
      { type: "Polls::ImageGallery", settings: { hidden_image_name: true } },
      { content: "secret" },
    ],
    ["the name of an author", { settings: { hidden_author_name: true } }, { authorName: "secret" }],
    [
      "the content of a closed door",
      { type: "Polls::AdventCalendar" },
      { content: "secret", startDate: new Date("2999-12-01T00:00:00Z") },
    ],
    ["an option that waits for approval", {}, { content: "secret", approvalState: "unreviewed" }],
  ])("finds %s only for admins", async (_what, facts, option) => {
    const poll = await ownPoll(facts);
    await buildOption(gateway.db, poll, option);
    const count = async (who?: RequestOptions) =>
      (await list(poll, { search: "SECRET" }, who)).body.length;
    expect(await count()).toBe(0);
    expect(await count(asOwner())).toBe(1);
  });

  test("does not search below a column whose files only their authors see", async () => {
    const poll = await ownPoll({ type: "Polls::Table" });
    const column = await buildOption(gateway.db, poll, { content: "Column", inputType: "file" });
    await buildOption(gateway.db, poll, {
      type: "Options::FileOption",
      content: "secret",
      parent: column,
    });
    expect((await list(poll, { search: "secret" })).body).toEqual([]);
  });

  test("is ignored for members if the poll does not allow it", async () => {
    const { poll } = await pollWith("AB", { settings: { allow_search: false } });
    expect(contents(await list(poll, { search: "A" }))).toBe("AB");
    expect(contents(await list(poll, { search: "A" }, asOwner()))).toBe("A");
  });
});

describe("files in a list", () => {
  test("have the fields of the full form if the query requests them", async () => {
    const poll = await ownPoll({ type: "Polls::VideoGallery" });
    const option = await buildOption(gateway.db, poll, {
      type: "Options::YoutubeOption",
      youtubeId: "aqz-KE-bpKQ",
    });
    const [plain] = (await list(poll)).body;
    const [item] = (await list(poll, { media: "true" })).body;
    const full = await gateway.request(
      `GET /api/v1/polls/${poll.memberHash}/options/${option.publicId}`,
      { token: stranger.privateToken },
    );
    const names = ["youtube_id", "video_thumb_path"];
    for (const name of names) {
      expect(plain).not.toHaveProperty(name);
      expect(item[name]).toBe(full.body[name]);
    }
    OptionListResponse.parse([plain, item]);
  });

  test("are hidden for a closed door", async () => {
    const poll = await ownPoll({ type: "Polls::AdventCalendar" });
    await buildOption(gateway.db, poll, { startDate: new Date("2999-12-01T00:00:00Z") });
    const [item] = (await list(poll, { media: "true" })).body;
    expect(Object.keys(item).sort()).toEqual(["id", "position", "start_date", "type"]);
  });
});

describe("settings in a list", () => {
  test("come with the input_type if the query requests them", async () => {
    const poll = await ownPoll({ type: "Polls::Table" });
    const settings = { allowed_values: ["Soup", "Cake"], mandatory: true };
    const facts = { content: "Meal", inputType: "select", settings };
    const { publicId } = await buildOption(gateway.db, poll, facts);
    const [plain] = (await list(poll)).body;
    const [item] = (await list(poll, { settings: "true" })).body;
    const path = `/api/v1/polls/${poll.memberHash}/options/${publicId}`;
    const full = await gateway.request(`GET ${path}`, { token: stranger.privateToken });
    for (const name of ["input_type", "settings"]) {
      expect(plain).not.toHaveProperty(name);
      expect(item[name]).toEqual(full.body[name]);
    }
    expect(item).toMatchObject({ input_type: "select", settings });
    expect(item).not.toHaveProperty("processing");
    OptionListResponse.parse([plain, item]);
    expect((await list(poll, { settings: "maybe" })).status).toBe(422);
  });
});

describe("the approval of listed options", () => {
  const states = ["approved", "unreviewed", "disapproved"] as const;

  async function reviewedPoll() {
    const { poll, named } = await pollWith("ABCDEF");
    for (const [at, letter] of [..."ABCDEF"].entries()) {
      await gateway.db.prisma.option.update({
        where: { id: named(letter).id },
        data: { approvalState: states[at % states.length] ?? "approved" },
      });
    }
    return poll;
  }

  test("selects the options of an admin, with a search and pages", async () => {
    const poll = await reviewedPoll();
    const selected = async (query: Query) => {
      const response = await list(poll, { sort: "options.position asc", ...query }, asOwner());
      return [contents(response), response.headers.get("X-Total-Count")];
    };
    expect(await selected({})).toEqual(["ABCDEF", "6"]);
    expect(await selected({ approval_state: "unreviewed" })).toEqual(["BE", "2"]);
    expect(await selected({ approval_state: "disapproved" })).toEqual(["CF", "2"]);
    expect(await selected({ approval_state: "unreviewed", search: "e" })).toEqual(["E", "1"]);
    expect(await selected({ approval_state: "unreviewed", per_page: 1, page: 2 })).toEqual([
      "E",
      "2",
    ]);
  });

  test("is ignored for members, and 422 for another value of an admin", async () => {
    const poll = await reviewedPoll();
    expect(contents(await list(poll, { approval_state: "unreviewed" }))).toBe("AD");
    const refused = await list(poll, { approval_state: "new" }, asOwner());
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual({
      approval_state: ["must be one of unreviewed, disapproved"],
    });
  });
});

describe("tags", () => {
  const tagged = async (settings: Readonly<Record<string, unknown>> = {}) => {
    const poll = await ownPoll({ settings });
    await buildOption(gateway.db, poll, { content: "A", tags: ["red", "Big"] });
    await buildOption(gateway.db, poll, { content: "B", tags: ["red"] });
    await buildOption(gateway.db, poll, { content: "C" });
    return poll;
  };
  const found = async (poll: Poll, query: Query, who?: RequestOptions) => {
    const { body, headers } = await list(poll, query, who);
    const names = body.map(({ content }: { readonly content: string }) => content).join("");
    return `${names} ${headers.get("X-Total-Count")}`;
  };

  test("select the options with exactly this tag, together with a search", async () => {
    const poll = await tagged();
    expect(await found(poll, { tag: "red" })).toBe("AB 2");
    expect(await found(poll, { tag: " Big " })).toBe("A 1");
    expect(await found(poll, { tag: "big" })).toBe(" 0");
    expect(await found(poll, { tag: "red", search: "b" })).toBe("B 1");
    expect(await found(poll, { tag: "" })).toBe("ABC 3");
    const [first] = (await list(poll, {})).body;
    expect(first.tags).toEqual(["red", "Big"]);
  });

  test("also select the category of an option", async () => {
    const poll = await tagged();
    const parent = await buildOption(gateway.db, poll, {
      type: "Options::OptionCategory",
      content: "D",
    });
    await buildOption(gateway.db, poll, { parent, content: "E", tags: ["Big"] });
    expect(await found(poll, { tag: "Big" })).toBe("AD 2");
  });

  test("with hide_tags, are neither shown to members nor searched for them", async () => {
    const poll = await tagged({ hide_tags: true });
    expect(await found(poll, { tag: "red" })).toBe("ABC 3");
    expect((await list(poll, {})).body[0]).not.toHaveProperty("tags");
    expect(await found(poll, { tag: "red" }, asOwner())).toBe("AB 2");
    expect((await list(poll, {}, asOwner())).body[0].tags).toEqual(["red", "Big"]);
  });

  test("of a closed door do not reveal it", async () => {
    const poll = await ownPoll({ type: "Polls::AdventCalendar" });
    const startDate = new Date(Date.now() + 24 * 60 * 60 * 1_000);
    await buildOption(gateway.db, poll, { content: "A", tags: ["red"], startDate });
    expect(await found(poll, { tag: "red" })).toBe(" 0");
    expect((await list(poll, {})).body[0]).not.toHaveProperty("tags");
  });

  test("are set by admins only, at most 10 of 40 characters, without duplicates", async () => {
    const poll = await tagged({ allow_new_options: true });
    const send = (tags: unknown, who: RequestOptions) =>
      gateway.request(`POST /api/v1/polls/${poll.memberHash}/options`, {
        ...who,
        body: { option: { content: "D", tags } },
      });
    const created = await send(["  new "], asOwner());
    expect([created.status, created.body.tags]).toEqual([201, ["new"]]);
    const id = created.body.id;
    const change = (tags: unknown) =>
      gateway.request(`PATCH /api/v1/polls/${poll.memberHash}/options/${id}`, {
        ...asOwner(),
        body: { option: { tags } },
      });
    expect((await change(["red", "new"])).body.tags).toEqual(["red", "new"]);
    expect((await change(null)).body).not.toHaveProperty("tags");
    for (const wrong of [["a", "a"], ["x".repeat(41)], [""], Array.from({ length: 11 }, String)]) {
      expect((await send(wrong, asOwner())).status).toBe(422);
    }
    const member = { token: owner.publicToken, identifier: "u1" };
    expect((await send(["new"], member)).body.errors).toHaveProperty("tags");
  });
});
