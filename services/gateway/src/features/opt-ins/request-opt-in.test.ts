// Covers docs/reference/errors.md: codes-of-participants
// Covers docs/reference/mails.md: limits
// Covers docs/reference/opt-in.md: allowed-domains, asking-again, mail-limits
// Covers docs/reliability.md: mail-abuse

import { DAY_MS, elsewhere, HOUR_MS, shareOptIns } from "../../../testing/opt-in-callers";

const { clock, gateway, asUser, asOwner, buildOptInPoll, path, join, askAgain, links, press } =
  shareOptIns();
const { db } = gateway;

describe("POST /polls/{poll_id}/voters/{id}/opt_in", () => {
  test("allows 3 mails an hour and 10 in all: 429 with Retry-After, then 422", async () => {
    const poll = await buildOptInPoll();
    const voter = await join(poll, "eager");
    for (let sent = 1; sent < 10; sent++) {
      if (sent % 3 === 0) {
        const early = await askAgain(poll, "eager", voter);
        expect([early.status, early.body.code]).toEqual([429, "too_many_opt_in_mails"]);
        expect(Number(early.headers.get("Retry-After"))).toBe(3_600);
        clock.advance(HOUR_MS);
      }
      expect((await askAgain(poll, "eager", voter)).status).toBe(200);
    }
    clock.advance(DAY_MS);
    const late = await askAgain(poll, "eager", voter);
    expect([late.status, late.body.code]).toEqual([422, "opt_in_mails_used_up"]);
    expect(await links(voter)).toHaveLength(10);
  });

  test("limits a requester silently to 3 mails an hour to an address, and another requester separately", async () => {
    const poll = await buildOptInPoll();
    const voters = await Promise.all(
      Array.from({ length: 20 }, (_, i) => join(poll, `flood${i}`, "victim@example.org")),
    );
    const address = "victim@example.org";
    const sent = () => db.prisma.mail.count({ where: { address, state: "queued" } });
    expect(await sent()).toBe(3);
    expect((await askAgain(poll, "flood0", voters[0] ?? "")).status).toBe(200);
    expect(await sent()).toBe(3);
    await join(poll, "owner of the address", address, { headers: elsewhere });
    expect(await sent()).toBe(4);
  });

  test("corrects a mistyped address, and invalidates the old link", async () => {
    const poll = await buildOptInPoll();
    const voter = await join(poll, "typo", "typo@exmaple.org");
    const { status, body } = await askAgain(poll, "typo", voter, {
      optin_email: "typo@example.org",
    });
    expect([status, body.optin_email, body.opt_in_confirmed]).toEqual([
      200,
      "typo@example.org",
      false,
    ]);
    const [old = "", mended = ""] = await links(voter);
    const ended = await press(old);
    expect([ended.status, ended.text.includes("no longer valid")]).toEqual([410, true]);
    expect((await press(mended)).status).toBe(200);
    const again = await askAgain(poll, "typo", voter, { optin_email: "other@example.org" });
    expect([again.status, again.body.code]).toEqual([422, "opt_in_confirmed"]);
  });

  // Settings: restricted_double_opt_in_domains
  test.each<[string, object, object]>([
    [
      "an address outside the allowed domains",
      { optin_email: "a@example.com" },
      { optin_email: ["must be an address of example.org"] },
    ],
    ["no address", { optin_email: "nobody" }, { optin_email: ["must be an e-mail address"] }],
    ["another field", { email: "a@example.org" }, { email: ["is not a known field"] }],
  ])("is 422 with %s", async (name, sent, errors) => {
    const poll = await buildOptInPoll({ restricted_double_opt_in_domains: ["example.org"] });
    const voter = await join(poll, name.replaceAll(" ", ""));
    const { status, body } = await askAgain(poll, name.replaceAll(" ", ""), voter, sent);
    expect([status, body.errors]).toEqual([422, errors]);
  });

  test("is 404 for other users, even if they see the participant; a closed poll sends no mail", async () => {
    const poll = await buildOptInPoll();
    const voter = await join(poll, "mine");
    expect((await askAgain(poll, "yours", voter)).status).toBe(404);
    expect((await askAgain(poll, "mine", "nobody")).status).toBe(404);
    await gateway.inPoll(poll, asOwner(), "PATCH", { poll: { status: "closed" } });
    expect((await askAgain(poll, "mine", voter)).body.code).toBe("poll_closed");
  });

  test("shows the state of the newest mail to admins, but not to members", async () => {
    const poll = await buildOptInPoll();
    const voter = await join(poll, "state");
    const read = (reader: object) =>
      gateway.request(`GET ${path(poll, `voters/${voter}`)}`, reader);
    expect((await read(asOwner())).body.mail_state).toBe("queued");
    await askAgain(poll, "state", voter);
    const newest = await db.prisma.mail.findFirstOrThrow({ orderBy: { id: "desc" } });
    await db.prisma.mail.update({ where: { id: newest.id }, data: { state: "failed" } });
    expect((await read(asOwner())).body.mail_state).toBe("failed");
    expect((await read(asUser("state"))).body).not.toHaveProperty("mail_state");
  });
});
