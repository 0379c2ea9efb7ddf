// Covers docs/reference/options.md: search, tags

import type { Poll } from "@polls/domain/polls";
import { buildOption, type PollFacts, type RequestOptions } from "@polls/testing";
import { contents, type Query, shareOptionLists } from "../../../testing/option-lists";
import { storeVotes } from "../../../testing/store-votes";

const { gateway, owner, asOwner, ownPoll, pollWith, list } = shareOptionLists();

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

  test.each([
    ["é", "Caf\u00e9", "cafe\u0301"],
    ["an accent", "Café", "cafe"],
    ["ß", "Straße", "STRASSE"],
    ["ss", "Strasse", "straße"],
    ["a final sigma", "ΟΔΟΣ", "οδοσ"],
    ["a sigma within", "ΟΔΟΣΑ", "οδος"],
  ])("finds a text with %s in another form", async (_case, content, search) => {
    const poll = await ownPoll();
    await buildOption(gateway.db, poll, { content });
    expect(await found(poll, search)).toBe(content);
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

  // Settings: hidden_author_name
  test.each<[string, PollFacts, Parameters<typeof buildOption>[2]]>([
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

  // Settings: allow_search
  test("is ignored for members if the poll does not allow it", async () => {
    const { poll } = await pollWith("AB", { settings: { allow_search: false } });
    expect(contents(await list(poll, { search: "A" }))).toBe("AB");
    expect(contents(await list(poll, { search: "A" }, asOwner()))).toBe("A");
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

  // Settings: hide_tags
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
      gateway.inPoll(poll, who, "POST /options", { option: { content: "D", tags } });
    const created = await send(["  new "], asOwner());
    expect([created.status, created.body.tags]).toEqual([201, ["new"]]);
    const id = created.body.id;
    const change = (tags: unknown) =>
      gateway.inPoll(poll, asOwner(), `PATCH /options/${id}`, { option: { tags } });
    expect((await change(["red", "new"])).body.tags).toEqual(["red", "new"]);
    expect((await change(null)).body).not.toHaveProperty("tags");
    for (const wrong of [["a", "a"], ["x".repeat(41)], [""], Array.from({ length: 11 }, String)]) {
      expect((await send(wrong, asOwner())).status).toBe(422);
    }
    const member = { token: owner.publicToken, identifier: "u1" };
    expect((await send(["new"], member)).body.errors).toHaveProperty("tags");
  });
});
