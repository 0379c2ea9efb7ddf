import { buildParticipant, buildPoll, shareDatabase } from "@polls/testing";
import { findRowsOfPerson } from "./rows-of-person";

const db = shareDatabase({ max: 2 });

test("rows of a person are found in all batches, by every form of the address", async () => {
  const poll = await buildPoll(db);
  const forms: Readonly<Record<number, string>> = {
    1: "jo_e@müller.example",
    10000: "JO_E@Müller.example",
    10001: "jo_e@xn--mller-kva.example",
    25000: "Jo_e@MÜLLER.EXAMPLE",
    // `_` stands for itself.
    24999: "joxe@müller.example",
    24998: "jo_e@muller.example",
  };
  await db.pool.query(
    `INSERT INTO invitations (public_id, poll_id, code_digest, email)
     SELECT 'i' || n, $1::bigint, convert_to('i' || n, 'UTF8'),
       coalesce($2::jsonb ->> n::text, n || '@example.org')
     FROM generate_series(1, 25000) AS n`,
    [String(poll.id), JSON.stringify(forms)],
  );
  await db.prisma.poll.update({
    where: { id: poll.id },
    data: { creatorEmail: forms[10_000] ?? null },
  });
  const found = await findRowsOfPerson(db, "jo_e@müller.example", undefined);
  const rows = await db.prisma.invitation.findMany({
    where: { id: { in: [...found.invitationIds] } },
    select: { publicId: true },
    orderBy: { id: "asc" },
  });
  expect(rows.map(({ publicId }) => publicId)).toEqual(["i1", "i10000", "i10001", "i25000"]);
  expect(found).toEqual({
    participantIds: [],
    optionIds: [],
    optInIds: [],
    creatorLinkIds: [],
    invitationIds: found.invitationIds,
    mailIds: [],
    pollIds: [poll.id],
  });
});

test("an address that a participant left and its owner did not confirm does not make the participant theirs", async () => {
  const poll = await buildPoll(db);
  const address = "stranger@example.org";
  const requestOf = async (confirmedAt: Date | null) => {
    const { id: participantId } = await buildParticipant(db, poll, { confirmedAt });
    const tokenDigest = new TextEncoder().encode(`stranger ${participantId}`);
    const data = { pollId: poll.id, participantId, address, tokenDigest, expiresAt: new Date() };
    return { participantId, optInId: (await db.prisma.optIn.create({ data })).id };
  };
  const takesPart = await requestOf(new Date());
  const pending = await requestOf(null);
  expect(await findRowsOfPerson(db, address, undefined)).toMatchObject({
    participantIds: [pending.participantId],
    optInIds: [takesPart.optInId, pending.optInId],
  });
});
