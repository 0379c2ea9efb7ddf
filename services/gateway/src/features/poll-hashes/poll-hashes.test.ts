// Covers docs/reference/polls.md: addresses, replacing-the-admin-hash
// Covers docs/reference/requests.md: idempotency

import type { Poll } from "@polls/domain/polls";
import { buildOption, buildOrganization, buildPoll, fakeClock } from "@polls/testing";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { oldRows } from "../../maintenance/delete-old-rows";
import { runBatch } from "../../maintenance/start-maintenance";
import type { NewAccount } from "../accounts/create-account";

const start = new Date("2030-06-15T12:00:00Z");
const clock = fakeClock(start);
const daysLater = (days: number) => new Date(start.getTime() + days * 86_400_000);

const gateway = shareGateway({ clock: clock.now });
const owner = shareAccount(gateway);
const stranger = shareAccount(gateway);
beforeEach(() => clock.set(start));

const renew = (hash: string, sent: object) =>
  gateway.request(`POST /api/v1/polls/${hash}/admin_hash`, sent);
const asOwner = () => ({ token: owner.privateToken });
const statusOf = async (line: string, sent: object = asOwner()) =>
  (await gateway.request(line, sent)).status;

describe("POST /polls/{poll_id}/admin_hash", () => {
  test.each(["memberHash", "adminHash"] as const)(
    "replaces the admin hash, by the %s",
    async (by) => {
      const poll = await owner.buildPoll();
      const { status, body } = await renew(poll[by], asOwner());
      expect(status).toBe(201);
      expect(body.member_hash).toBe(poll.memberHash);
      expect(body.admin_hash).toMatch(/^[\w-]{22}$/);
      expect(body.admin_hash).not.toBe(poll.adminHash);
      expect(body.admin_url).toContain(`/p/${body.admin_hash}/admin`);
      const path = "GET /api/v1/polls/";
      expect(await statusOf(`${path}${body.admin_hash}`, { token: stranger.publicToken })).toBe(
        200,
      );
      expect(await statusOf(`${path}${poll.memberHash}`)).toBe(200);
      expect(await statusOf(`${path}${poll.adminHash}`)).toBe(404);
    },
  );

  test("invalidates the old one at once, for reads, changes and votes", async () => {
    const poll = await owner.buildPoll();
    const option = await buildOption(gateway.db, poll);
    const sent = { token: stranger.publicToken, identifier: "ada" };
    const cast = async (hash: string) => {
      const created = await gateway.inPoll(poll, sent, "POST /voters", {
        voter: { user_name: "Ada" },
      });
      return statusOf(`POST /api/v1/polls/${hash}/votes`, {
        ...sent,
        body: { voter_id: created.body.id, option_id: option.publicId, vote: { vote: 1 } },
      });
    };
    expect(await cast(poll.adminHash)).toBe(201);
    const { body } = await renew(poll.memberHash, asOwner());
    expect(await cast(poll.adminHash)).toBe(404);
    expect(await cast(body.admin_hash)).toBe(201);
    const old = `/api/v1/polls/${poll.adminHash}`;
    const change = { ...asOwner(), body: { poll: { title: "T" } } };
    expect(await statusOf(`PATCH ${old}`, change)).toBe(404);
    expect(await statusOf(`DELETE ${old}`)).toBe(404);
    expect(await statusOf(`GET ${old}/export.csv`)).toBe(404);
    expect(await statusOf(`GET ${old}/results/stream`)).toBe(404);
    expect(await statusOf(`POST ${old}/admin_hash`)).toBe(404);
  });

  test("is only for the owner, and in an organization for its owners and admins", async () => {
    const creator = await signUp(gateway.db);
    const organization = await buildOrganization(gateway.db, {
      members: [
        [owner.id, "owner"],
        [creator.id, "member"],
      ],
    });
    const poll = await buildPoll(gateway.db, {
      ownerOrganizationId: organization.id,
      createdByAccountId: creator.id,
    });
    const within = (token: string) => ({ token, organization: organization.publicId });
    const refused = await renew(poll.memberHash, within(creator.privateToken));
    expect([refused.status, refused.body.code]).toEqual([422, "owner_only"]);
    const byLink = await renew(poll.adminHash, { token: stranger.privateToken });
    expect([byLink.status, byLink.body.code]).toEqual([422, "owner_only"]);
    expect((await renew(poll.adminHash, { token: owner.publicToken })).status).toBe(401);
    expect((await renew(poll.memberHash, { token: stranger.privateToken })).status).toBe(404);
    const found = await gateway.db.prisma.poll.findUniqueOrThrow({ where: { id: poll.id } });
    expect(found.adminHash).toBe(poll.adminHash);
    expect((await renew(poll.memberHash, within(owner.privateToken))).status).toBe(201);
  });

  test("a repeated request with the same Idempotency-Key gets the same hash, also by the old one", async () => {
    const poll = await owner.buildPoll();
    const sent = { ...asOwner(), idempotencyKey: "renew" };
    const [first, again] = [await renew(poll.adminHash, sent), await renew(poll.adminHash, sent)];
    expect(first.status).toBe(201);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(again.headers.get("Idempotency-Replayed")).toBe("true");
    expect((await renew(poll.adminHash, asOwner())).status).toBe(404);
  });

  test("creates a hash for each of several concurrent requests, and the last one is valid", async () => {
    const poll = await owner.buildPoll();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => renew(poll.memberHash, asOwner())),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    const made = answers.map(({ body }) => body.admin_hash as string);
    expect(new Set(made).size).toBe(6);
    const open = await Promise.all(made.map((hash) => statusOf(`GET /api/v1/polls/${hash}`)));
    expect(open.toSorted()).toEqual([200, 404, 404, 404, 404, 404]);
  });
});

describe("a freed hash", () => {
  const take = (account: NewAccount, member_hash: string) =>
    gateway.as(account, "POST /api/v1/polls", { poll: { title: "T", member_hash } });
  const rename = (account: NewAccount, { memberHash }: Pick<Poll, "memberHash">, to: string) =>
    gateway.inPoll({ memberHash }, account, "PATCH", { poll: { member_hash: to } });
  const refusal = { error: "Unprocessable", errors: { member_hash: ["is taken"] } };
  const codeOf = ({ body }: Awaited<ReturnType<typeof take>>) => body.code as string | undefined;

  /** Each way in which a hash is freed. */
  const ways: Readonly<Record<string, (hash: string) => Promise<unknown>>> = {
    "of a renamed poll": async (memberHash) => {
      const to = `${memberHash}-new`;
      expect((await rename(owner, await owner.buildPoll({ memberHash }), to)).status).toBe(200);
    },
    "of a deleted poll": async (memberHash) => {
      const { adminHash } = await owner.buildPoll({ memberHash });
      expect(await statusOf(`DELETE /api/v1/polls/${adminHash}`)).toBe(204);
    },
    "that gave admin access": async (adminHash) => {
      const poll = await owner.buildPoll({ adminHash });
      expect((await renew(poll.memberHash, asOwner())).status).toBe(201);
    },
    "that gave admin access to a deleted poll": async (adminHash) => {
      await owner.buildPoll({ adminHash });
      expect(await statusOf(`DELETE /api/v1/polls/${adminHash}`)).toBe(204);
    },
  };

  test.each(Object.entries(ways))(
    "%s cannot be used by another owner for 90 days",
    async (way, free) => {
      const hash = way.replaceAll(" ", "-");
      await free(hash);
      expect((await take(stranger, hash)).body).toMatchObject(refusal);
      const other = await stranger.buildPoll();
      expect(codeOf(await rename(stranger, other, hash))).toBe("member_hash_taken");
      clock.set(daysLater(89.99));
      expect(codeOf(await take(stranger, hash))).toBe("member_hash_taken");
      clock.set(daysLater(90.01));
      expect((await take(stranger, hash)).status).toBe(201);
    },
  );

  test("can be used again by its owner, and is reserved for 90 days again when it is freed", async () => {
    const hash = "back-and-forth";
    await rename(owner, await owner.buildPoll({ memberHash: hash }), "elsewhere-1");
    clock.set(daysLater(60));
    const again = await take(owner, hash);
    expect(again.status).toBe(201);
    expect(await statusOf(`DELETE /api/v1/polls/${again.body.admin_hash}`)).toBe(204);
    clock.set(daysLater(120));
    expect(codeOf(await take(stranger, hash))).toBe("member_hash_taken");
    clock.set(daysLater(151));
    expect((await take(stranger, hash)).status).toBe(201);
  });

  test("is not reserved if the poll keeps the hash", async () => {
    const poll = await owner.buildPoll({ memberHash: "keeps-its-hash" });
    expect((await rename(owner, poll, "keeps-its-hash")).status).toBe(200);
    const where = { hash: "keeps-its-hash" };
    expect(await gateway.db.prisma.freedHash.count({ where })).toBe(0);
  });

  test("is deleted by the maintenance after 90 days", async () => {
    await rename(owner, await owner.buildPoll({ memberHash: "forgotten-hash" }), "elsewhere-2");
    const where = { hash: "forgotten-hash" };
    const count = async (days: number) => {
      await runBatch(oldRows.freedHashes, { db: gateway.db, clock: () => daysLater(days) });
      return gateway.db.prisma.freedHash.count({ where });
    };
    expect(await count(89.9)).toBe(1);
    expect(await count(90.1)).toBe(0);
  });
});
