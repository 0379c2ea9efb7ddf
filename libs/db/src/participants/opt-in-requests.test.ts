// Covers docs/reference/opt-in.md: what-is-shown

import {
  buildOption,
  buildParticipant,
  buildPoll,
  createTestDatabase,
  fakeClock,
} from "@polls/testing";
import { connectDatabase, type Db } from "../connection/connect";
import { newPublicId } from "../tokens/public-id";
import { findOptInRequests } from "./opt-in-requests";

let db: Db;

beforeAll(async () => {
  db = connectDatabase((await createTestDatabase()).url, { max: 2 });
});

afterAll(() => db.close());

test("each held vote has the input type and the translations of its option, by which it is described", async () => {
  const clock = fakeClock();
  const [now, address] = [clock.now(), "ada@example.org"];
  const poll = await buildPoll(db);
  const { id: participantId } = await buildParticipant(db, poll, { confirmedAt: null });
  const translations = { de: { content: "Suppe" } };
  const settings = { translations };
  const answers = [
    ["file", "4711"],
    ["checkbox", "true"],
    ["multi_select", '["red","blue"]'],
  ] as const;
  for (const [inputType, text] of answers) {
    const { id: optionId } = await buildOption(db, poll, { inputType, settings });
    await db.prisma.heldVote.create({
      data: {
        publicId: newPublicId(),
        pollId: poll.id,
        participantId,
        optionId,
        type: "Votes::TextVote",
        text,
      },
    });
  }
  clock.advance(60_000);
  await db.prisma.optIn.create({
    data: {
      pollId: poll.id,
      participantId,
      address,
      tokenDigest: Buffer.alloc(32),
      expiresAt: clock.now(),
    },
  });

  const wanted = { pollId: poll.id, participantId, address, now, limit: 1, votesLimit: 10 };
  const [request] = await findOptInRequests(db, wanted);
  expect(request?.votes.map(({ inputType, text }) => [inputType, text])).toEqual(answers);
  expect(request?.votes.map(({ options }) => options[0]?.translations)).toEqual(
    answers.map(() => translations),
  );
});
