// Covers docs/reference/access.md: hidden-is-absent
// Covers docs/reference/options.md: lists, nesting, order, visibility
// Covers docs/reference/requests.md: paging

import { buildOption, buildParticipant, type PollFacts } from "@polls/testing";
import { contents, type Query, shareOptionLists } from "../../../testing/option-lists";
import { storeVotes } from "../../../testing/store-votes";
import { OptionListResponse } from "./options.schema";

const { gateway, owner, stranger, asOwner, asVisitor, ownPoll, pollWith, list } =
  shareOptionLists();

describe("paging", () => {
  test.each(["options", "results", "voters", "votes", "invitations"])(
    "of %s has an empty page for a number that no list reaches",
    async (list) => {
      const poll = await owner.buildPoll();
      await buildOption(gateway.db, poll);
      for (const page of ["21474838", "999999999", "9".repeat(30)]) {
        const { status, body } = await gateway.as(
          owner,
          `GET /api/v1/polls/${poll.adminHash}/${list}?page=${page}&per_page=100`,
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

  test("links repeat what the list knows of the query, and cut what has no more effect", async () => {
    const { poll } = await pollWith("ABCDE");
    const query = `per_page=2&search=${"a".repeat(300)}&color=1&${"=".repeat(9_000)}&per_page=3`;
    const { headers } = await gateway.request(
      `GET /api/v1/polls/${poll.memberHash}/options?${query}`,
      { token: owner.privateToken },
    );
    const [first] = (headers.get("Link") ?? "").split(">");
    const { search } = new URL(first?.slice(1) ?? "");
    expect(search).toBe(`?per_page=2&search=${"a".repeat(255)}&page=1`);
  });

  // Settings: options_per_page
  test.each([
    ["options_per_page of the poll", { settings: { options_per_page: 2 } }, "AB"],
    ["the page size of the type", { type: "Polls::VideoGallery" }, "ABCDEFGHIJKL"],
  ])("without per_page the page has: %s", async (_what, facts, expected) => {
    const { poll } = await pollWith("ABCDEFGHIJKLMN", facts);
    expect(contents(await list(poll, { sort: "options.position asc" }))).toBe(expected);
  });

  test("404 for an unknown parent", async () => {
    const { poll } = await pollWith("A");
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

  // Settings: deadline_submission, options_visible_before_voting
  test.each<[string, PollFacts, string]>([
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
      options.map(({ publicId }) => gateway.inPoll(poll, stranger, `GET /options/${publicId}`)),
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

  test("by options.start_date asc, options without a date come last", async () => {
    const { poll } = await pollWith("a");
    for (const [content, day] of [
      ["c", "2030-02-01"],
      ["b", "2030-01-01"],
      ["d", "2030-02-01"],
    ] as const) {
      await buildOption(gateway.db, poll, { content, startDate: new Date(day) });
    }
    const sort = "options.start_date asc";
    const pages = [];
    for (const page of [1, 2]) pages.push(contents(await list(poll, { sort, page, per_page: 2 })));
    expect(pages).toEqual(["bc", "da"]);
  });

  // Settings: allow_change_sort
  test("an unknown sort is 422, and without allow_change_sort the order of the poll applies", async () => {
    const { poll } = await pollWith("bAc", {
      settings: { allow_change_sort: false, default_sort: "options.content asc" },
    });
    expect((await list(poll, { sort: "rank" })).body.errors).toEqual({
      sort: [expect.stringContaining("must be one of")],
    });
    expect(contents(await list(poll, { sort: "options.position asc" }))).toBe("Abc");
  });

  // Settings: randomize_options
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

describe("files in a list", () => {
  test("have the fields of the full form if the query requests them", async () => {
    const poll = await ownPoll({ type: "Polls::VideoGallery" });
    const option = await buildOption(gateway.db, poll, {
      type: "Options::YoutubeOption",
      youtubeId: "aqz-KE-bpKQ",
      description: "A film",
    });
    const [plain] = (await list(poll)).body;
    const [item] = (await list(poll, { media: "true", description: "true" })).body;
    const full = await gateway.inPoll(poll, stranger, `GET /options/${option.publicId}`);
    const names = ["youtube_id", "video_thumb_path", "description"];
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

describe("closed doors", () => {
  const orders = [
    ...["options.rating desc", "options.average_rating desc", "options.content asc"],
    ...["options.created_at desc", "options.created_at asc"],
  ];

  test.each(orders)("come last and by position for members, sorted by %s", async (sort) => {
    const poll = await ownPoll({ type: "Polls::AdventCalendar" });
    const later = new Date("2999-12-01T00:00:00Z");
    const door = (content: string, startDate?: Date) => {
      const createdAt = new Date(`2020-01-0${content.charCodeAt(0) - 64}T00:00:00Z`);
      return buildOption(gateway.db, poll, { content, createdAt, ...(startDate && { startDate }) });
    };
    const closed = [await door("C", later), await door("B", later), await door("E", later)];
    const open = [await door("D"), await door("A")];
    const by = await buildParticipant(gateway.db, poll);
    const voted = [closed[1], open[1]].flatMap((on) => (on ? [{ by, on, value: 1 }] : []));
    await storeVotes(gateway.db, poll, voted);
    const ids = async (query: Query, who?: Parameters<typeof list>[2]) =>
      (await list(poll, { sort, ...query }, who)).body.map(({ id }: { id: string }) => id);
    const seen = await ids({});
    expect(seen.slice(2)).toEqual(closed.map(({ publicId }) => publicId));
    expect([...(await ids({ per_page: 3 })), ...(await ids({ per_page: 3, page: 2 }))]).toEqual(
      seen,
    );
    expect(await ids({ per_page: 2, page: 2 })).toEqual(seen.slice(2, 4));
    expect(await ids({}, asOwner())).not.toEqual(seen);
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
    const full = await gateway.as(stranger, `GET ${path}`);
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
