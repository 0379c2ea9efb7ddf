// Covers docs/reference/mails.md: kinds

import { buildAccount, buildPoll } from "@polls/testing";
import { notSent, shareMails, start } from "../../testing/share-mails";

const { fixture, sent } = shareMails();

describe("a mail about polls that will be deleted", () => {
  const toldAt = new Date("2030-06-15T11:59:00Z");
  async function announced(title: string, ownerAccountId: bigint, facts: object = {}) {
    const settings = { timezone: "Europe/Berlin" };
    const poll = await buildPoll(fixture.db, {
      ...{ title, ownerAccountId, settings, status: "closed" },
      ...facts,
    });
    const closedAt = new Date(0);
    await fixture.db.prisma.poll.update({ where: { id: poll.id }, data: { closedAt } });
    const { id } = await fixture.db.prisma.pollNotice.create({
      data: {
        ...{ pollId: poll.id, kind: "deletion", toldAt },
        deletesAt: new Date("2030-06-22T12:00:00Z"),
      },
    });
    return { kind: "deletion", address: "owner@example.net", pollNoticeId: id, since: toldAt };
  }

  test.each([
    [
      "en",
      "Will be deleted: Lunch",
      [
        "Lunch: 22 June 2030 at 14:00 (Central European Time, UTC+2)",
        "download them under “Results”",
        "open it again",
      ],
    ],
    [
      "de",
      "Wird gelöscht: Lunch",
      [
        "Lunch: 22. Juni 2030 um 14:00 (Mitteleuropäische Zeit, UTC+2)",
        "unter „Ergebnisse“ herunter",
        "öffnen Sie sie wieder",
      ],
    ],
  ])("names the poll, its date, and how to keep it (%s)", async (language, subject, said) => {
    const mail = await announced("Lunch", (await buildAccount(fixture.db)).id);
    const { state, mail: got } = await sent({ ...mail, language });
    expect([state, got?.subject]).toEqual(["sent", subject]);
    for (const part of [got?.text, got?.html])
      for (const line of [...said, "https://polls.example/sign-in"]) expect(part).toContain(line);
  });

  test("lists the polls of one owner, at most 30, and none of others or that are open again", async () => {
    const { id } = await buildAccount(fixture.db);
    const mail = await announced("Lunch", id);
    for (let at = 0; at < 30; at += 1) await announced(`Dinner ${at}`, id);
    await announced("Open", id, { status: "active" });
    await announced("Deleted", id, { deletedAt: new Date(start) });
    await announced("Foreign", (await buildAccount(fixture.db)).id);
    const { mail: got } = await sent(mail);
    expect(got?.subject).toBe("31 of your polls will be deleted");
    expect(got?.text).toContain("Dinner 28");
    expect(got?.text).toContain("and one more poll");
    expect(got?.text).not.toMatch(/Dinner 29|Open:|Deleted:|Foreign/);
  });

  test.each<[string, object]>([
    ["is open again", { status: "active" }],
    ["is deleted", { deletedAt: new Date(start) }],
  ])("is not sent if the poll %s", async (_case, facts) => {
    const mail = await announced("Lunch", (await buildAccount(fixture.db)).id, facts);
    expect(await sent(mail)).toMatchObject(notSent);
  });
});
