// Covers docs/reference/mails.md: kinds
// Covers docs/reliability.md: mixed-releases

import { shareMails } from "../../testing/share-mails";
import { findQueued } from "../mails";
import { writeMail } from ".";

const { fixture, sent } = shareMails();

test("a mail is not sent if its participant is deleted while it is rendered", async () => {
  const { id } = await fixture.buildOptInMail();
  const mail = await findQueued(fixture.db, id);
  if (mail === undefined) throw new Error("there is no mail");
  const none = async () => undefined;
  const mailer = { inTurn: none, deliver: none, check: none, close: () => {} };
  const { prisma } = fixture.db;
  const withoutParticipants = new Proxy(prisma, {
    get: (target, name) =>
      name === "participant" ? { findUnique: async () => null } : Reflect.get(target, name),
  });
  const written = (own: typeof prisma) =>
    writeMail({ ...fixture.deps, mailer, db: { ...fixture.db, prisma: own } }, mail);
  expect(await written(prisma)).toMatchObject({ subject: expect.any(String) });
  expect(await written(withoutParticipants)).toBeUndefined();
});

test("a mail of an unknown kind waits for a newer release", async () => {
  await expect(sent({ kind: "postcard", address: "a@example.net" })).rejects.toThrow("postcard");
  const { state } = await fixture.db.prisma.mail.findFirstOrThrow({ where: { kind: "postcard" } });
  expect(state).toBe("queued");
});
