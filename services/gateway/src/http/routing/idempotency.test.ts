// Covers docs/reference/requests.md: idempotency
// Covers docs/reliability.md: idempotent-requests

import { shareRouter } from "../../../testing/router-endpoints";
import { fingerprintOf } from "./idempotency";

const { gateway, account, poll, title, rename } = shareRouter();

describe("Idempotency-Key", () => {
  const kept = () => gateway.db.prisma.idempotencyKey.count();

  test("a repeated request gets the same response and is carried out once", async () => {
    const first = await rename({ title: "once" }, { idempotencyKey: "k" });
    const again = await rename({ title: "once" }, { idempotencyKey: "k" });
    expect(first.body).toEqual({ title: "once", times: 2 });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    expect(again.headers.get("idempotency-replayed")).toBe("true");
  });

  test.each([
    ["a slash at its end", (hash: string) => `${hash}/title/`],
    [
      "an encoded character",
      (hash: string) => `%${hash.charCodeAt(0).toString(16)}${hash.slice(1)}/title`,
    ],
    ["a query", (hash: string) => `${hash}/title?source=retry`],
  ])("the path of a repeated request may have %s", async (_, path) => {
    const first = await rename({ title: "once" }, { idempotencyKey: "k" });
    const again = await gateway.request(`PATCH /api/v1/polls/${path(poll.memberHash)}`, {
      token: account.privateToken,
      body: { poll: { title: "once" } },
      idempotencyKey: "k",
    });
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
  });

  test("the members of a repeated body may stand in another order", async () => {
    await rename({ title: "once", ending: "!" }, { idempotencyKey: "k" });
    const again = await rename({ ending: "!", title: "once" }, { idempotencyKey: "k" });
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
  });

  test("a response that the last release kept, which compared the order, is found", async () => {
    const body = { title: "once", ending: "!" };
    await rename(body, { idempotencyKey: "k" });
    const fingerprint = new Uint8Array(fingerprintOf(JSON.stringify({ poll: body })));
    await gateway.db.prisma.idempotencyKey.updateMany({ data: { fingerprint } });
    const again = await rename(body, { idempotencyKey: "k" });
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
  });

  test("a used key with another body is 422", async () => {
    await rename({ title: "once" }, { idempotencyKey: "k" });
    const other = await rename({ title: "twice" }, { idempotencyKey: "k" });
    expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
    expect(await title()).toBe("once");
  });

  test("of many concurrent requests with one key one is carried out, the others get 409 or its response", async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => rename({ title: "raced" }, { idempotencyKey: "k" })),
    );
    const fresh = answers.filter(
      ({ status, headers }) => status === 200 && !headers.has("idempotency-replayed"),
    );
    const others = answers.filter((answer) => !fresh.includes(answer));
    expect(fresh).toHaveLength(1);
    for (const { status, body } of others) {
      expect(status === 200 ? body.times : body.code).toBe(
        status === 200 ? 2 : "idempotency_key_in_use",
      );
    }
  });

  test("the response of a held outcome is stored, although it is 422", async () => {
    await rename({ title: "held", ending: "hold" }, { idempotencyKey: "k" });
    const again = await rename({ title: "held", ending: "hold" }, { idempotencyKey: "k" });
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([422, "true"]);
  });

  test.each([
    ["a refusal", "refuse"],
    ["an internal error", "break"],
  ])("%s changes nothing, and its response is not stored", async (_case, ending) => {
    const before = await kept();
    await rename({ title: "no", ending }, { idempotencyKey: "k" });
    expect(await kept()).toBe(before);
    expect((await rename({ title: "yes" }, { idempotencyKey: "k" })).status).toBe(200);
  });

  test("the same key of another actor, or in another poll, is independent", async () => {
    await rename({ title: "mine" }, { idempotencyKey: "k" });
    const theirs = await rename(
      { title: "theirs" },
      { idempotencyKey: "k", token: account.publicToken, identifier: "somebody" },
    );
    expect([theirs.status, theirs.headers.get("idempotency-replayed")]).toEqual([200, null]);
  });

  test("keys of anonymous readers are ignored", async () => {
    const asReader = { idempotencyKey: "k", token: account.publicToken };
    const first = await rename({ title: "same" }, asReader);
    const second = await rename({ title: "same" }, asReader);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.headers.get("idempotency-replayed")).toBeNull();
    expect((await rename({ title: "other" }, asReader)).body.title).toBe("other");
  });

  test("after 24 hours the key may be used again", async () => {
    await rename({ title: "old" }, { idempotencyKey: "k" });
    await gateway.db.prisma.idempotencyKey.updateMany({
      data: { createdAt: new Date(Date.now() - 24 * 3_600_000 - 1_000) },
    });
    expect((await rename({ title: "new" }, { idempotencyKey: "k" })).body.title).toBe("new");
    expect(await title()).toBe("new");
  });

  test.each([
    ["an empty key", ""],
    ["a key of 256 characters", "k".repeat(256)],
  ])("%s is 400", async (_case, idempotencyKey) => {
    expect((await rename({ title: "x" }, { idempotencyKey })).status).toBe(400);
  });
});
