// Covers docs/reference/opt-in.md: what-is-shown

import {
  buildHeldVote,
  buildOption,
  buildParticipant,
  buildPoll,
  fakeClock,
  shareDatabase,
} from "@polls/testing";
import { findOptInRequests } from "./opt-in-requests";

const db = shareDatabase({ max: 2 });

test("each held vote has the input type and the translations of its option, by which it is described", async () => {
  const clock = fakeClock();
  const [now, address] = [clock.now(), "ada@example.org"];
  const poll = await buildPoll(db);
  const participant = await buildParticipant(db, poll, { confirmedAt: null });
  const translations = { de: { content: "Suppe" } };
  const settings = { translations };
  const answers = [
    ["file", "4711"],
    ["checkbox", "true"],
    ["multi_select", '["red","blue"]'],
  ] as const;
  for (const [inputType, text] of answers) {
    const option = await buildOption(db, poll, { inputType, settings });
    await buildHeldVote(db, option, participant, { type: "Votes::TextVote", value: null, text });
  }
  clock.advance(60_000);
  await db.prisma.optIn.create({
    data: {
      pollId: poll.id,
      participantId: participant.id,
      address,
      tokenDigest: Buffer.alloc(32),
      expiresAt: clock.now(),
    },
  });

  const wanted = {
    pollId: poll.id,
    participantId: participant.id,
    address,
    now,
    limit: 1,
    votesLimit: 10,
  };
  const [request] = await findOptInRequests(db, wanted);
  expect(request?.votes.map(({ inputType, text }) => [inputType, text])).toEqual(answers);
  expect(request?.votes.map(({ options }) => options[0]?.translations)).toEqual(
    answers.map(() => translations),
  );
});
