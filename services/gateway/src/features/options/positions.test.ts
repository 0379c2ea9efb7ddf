// Covers docs/reference/options.md: position

import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { buildOption } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import type { NewAccount } from "../accounts/create-account";

const gateway = shareGateway();
const owner = shareAccount(gateway);
const author = shareAccount(gateway, { name: "Ann" });
const member = shareAccount(gateway, { name: "Mona" });

const get = async ({ privateToken: token }: NewAccount, path: string) =>
  (await gateway.request(`GET ${path}`, { token })).body;

/**
 * Builds seven siblings. Three are hidden: the author's unreviewed one, an archived one and an
 * unpaid one.
 */
async function buildSiblings(poll: Poll, parent?: Option): Promise<readonly Option[]> {
  const differences = [
    {},
    { ownerKey: `user:${author.id}`, approvalState: "unreviewed" },
    {},
    { archived: true },
    { paid: false },
    { ownerKey: `user:${author.id}` },
    {},
  ] as const;
  const options: Option[] = [];
  for (const [index, difference] of differences.entries()) {
    options.push(
      await buildOption(gateway.db, poll, {
        ...difference,
        content: `o${index + 1}`,
        ...(parent === undefined ? {} : { parent }),
      }),
    );
  }
  return options;
}

describe("the position of an option does not reveal hidden siblings", () => {
  const shown = { owner: "1234567", author: "12345", member: "1234" } as const;
  const contents = { owner: "1234567", author: "12367", member: "1367" } as const;
  const readers = () => ({ owner, author, member });

  const listOf = async (account: NewAccount, poll: Poll, query: string) => {
    const options: { id: string; content: string; position: number }[] = await get(
      account,
      `/api/v1/polls/${poll.memberHash}/options${query}`,
    );
    return {
      ids: options.map(({ id }) => id),
      contents: options.map(({ content }) => content.slice(1)).join(""),
      positions: options.map(({ position }) => position).join(""),
    };
  };

  test.each(["owner", "author", "member"] as const)(
    "in lists, in a single read and in results: for the %s",
    async (name) => {
      const reader = readers()[name];
      const poll = await owner.buildPoll();
      await buildSiblings(poll);
      const category = await buildOption(gateway.db, poll, { type: "Options::OptionCategory" });
      await buildSiblings(poll, category);
      const below = await listOf(reader, poll, `?parent_option_id=${category.publicId}`);
      expect(below).toMatchObject({ contents: contents[name], positions: shown[name] });

      const roots = await listOf(reader, poll, "");
      expect(roots.positions.slice(0, -1)).toBe(shown[name]);
      for (const id of roots.ids) {
        const { position } = await get(reader, `/api/v1/polls/${poll.memberHash}/options/${id}`);
        expect(String(position)).toBe(roots.positions[roots.ids.indexOf(id)]);
      }
      const results = await get(reader, `/api/v1/polls/${poll.memberHash}/results`);
      const inResults = results.options
        .slice(0, shown[name].length)
        .map(({ position }: { position: number }) => position);
      expect(inResults.join("")).toBe(shown[name]);
    },
  );

  test("pages of a list have the same positions in any order", async () => {
    const poll = await owner.buildPoll();
    await buildSiblings(poll);
    const page = await listOf(member, poll, "?per_page=2&page=2&sort=options.created_at%20desc");
    expect(page).toMatchObject({ contents: "31", positions: "21" });
  });

  test("a caller that sees only its own options gets positions among these", async () => {
    const poll = await owner.buildPoll({ settings: { hide_options: true } });
    await buildSiblings(poll);
    expect(await listOf(author, poll, "")).toMatchObject({ contents: "26", positions: "12" });
    expect(await listOf(member, poll, "")).toMatchObject({ contents: "", positions: "" });
  });

  test("a caller that submits an option gets the next visible position", async () => {
    const poll = await owner.buildPoll({
      settings: { allow_new_options: true, require_approval: true },
    });
    await buildSiblings(poll);
    const submit = async (token: string) =>
      (await gateway.inPoll(poll, { token }, "POST /options", { option: { content: "new" } })).body
        .position;
    expect(await submit(member.publicToken)).toBe(5);
    expect(await submit(member.privateToken)).toBe(5);
    expect(await submit(author.privateToken)).toBe(6);
  });

  test("an author can send back a whole option, which keeps its position", async () => {
    const poll = await owner.buildPoll();
    const options = await buildSiblings(poll);
    const path = `/api/v1/polls/${poll.memberHash}/options/${options[5]?.publicId}`;
    const option = await get(author, path);
    expect(option.position).toBe(4);
    const sent = await gateway.as(author, `PATCH ${path}`, { option });
    expect([sent.status, sent.body.position]).toEqual([200, 4]);
    expect((await get(owner, path)).position).toBe(6);
  });
});
