import { invitationCode } from "@polls/db";
import { buildPoll, createTestDatabase } from "@polls/testing";
import { signUp } from "../../testing/sign-up";
import { startGateway, type TestGateway } from "../../testing/start-gateway";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway(await createTestDatabase());
});
afterAll(() => gateway.close());

test("an address gets a mail in the language of the request, with the code of the answer", async () => {
  const { db } = gateway;
  const owner = await signUp(db);
  const { memberHash } = await buildPoll(db, { ownerAccountId: owner.id });
  const { body } = await gateway.request(`POST /api/v1/polls/${memberHash}/invitations`, {
    token: owner.privateToken,
    headers: { "Accept-Language": "de" },
    body: { invitations: [{ email: "ada@example.org" }, {}, { email: "grace@example.org" }] },
  });
  const mails = await db.prisma.mail.findMany({
    orderBy: { id: "asc" },
    include: { invitation: true },
  });
  expect(mails.map(({ address, language, kind }) => [address, language, kind])).toEqual([
    ["ada@example.org", "de", "invitation"],
    ["grace@example.org", "de", "invitation"],
  ]);
  const jobs = await db.prisma.outbox.findMany({ where: { job: "mail.send-mail" } });
  expect(jobs.map(({ payload }) => payload)).toEqual(
    mails.map(({ id }) => ({ mailId: String(id) })),
  );
  const codes = mails.map(({ invitation }) =>
    invitationCode(invitation?.publicId ?? "", gateway.deps.config.keys.invitations),
  );
  expect(codes).toEqual([body[0].code, body[2].code]);
});
