import type { Option } from "@polls/domain/options";
import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { buildParticipant } from "@polls/testing";
import type { NewAccount } from "../src/features/accounts/create-account";
import type { TestGateway } from "./start-gateway";

/** Casts votes as a new participant of an account. Returns the participant. */
export async function castVotes(
  gateway: TestGateway,
  { id, privateToken }: NewAccount,
  poll: Poll,
  votes: readonly (readonly [Option, object])[],
): Promise<Participant> {
  const participant = await buildParticipant(gateway.db, poll, { ownerKey: `user:${id}` });
  for (const [option, vote] of votes) {
    const { status, text } = await gateway.request(`POST /api/v1/polls/${poll.memberHash}/votes`, {
      token: privateToken,
      body: { voter_id: participant.publicId, option_id: option.publicId, vote },
    });
    if (status !== 201) throw new Error(text);
  }
  return participant;
}
