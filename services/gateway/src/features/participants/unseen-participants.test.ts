// Covers docs/reference/access.md: objects-of-others

import { newPublicId } from "@polls/db/tokens";
import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { buildOption, buildParticipant, type RequestOptions } from "@polls/testing";
import { z } from "zod";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { endpoints } from "../../endpoints";

const gateway = shareGateway();
const owner = shareAccount(gateway);
const member = shareAccount(gateway);

interface Named {
  readonly id: string;
  readonly option: Pick<Option, "publicId">;
}

type Sent = readonly [line: string, body?: RequestOptions["body"]];

/** The request of each endpoint that names a participant: what follows the path of the poll, and a body. */
const requests: Readonly<Record<string, (named: Named) => Sent>> = {
  "participants.show": ({ id }) => [`GET voters/${id}`],
  "participants.update": ({ id }) => [`PATCH voters/${id}`, { voter: { user_name: "Eve" } }],
  "participants.delete": ({ id }) => [`DELETE voters/${id}`],
  "participants.optIn.resend": ({ id }) => [`POST voters/${id}/opt_in`, {}],
  "participants.link.create": ({ id }) => [`POST voters/${id}/link`, {}],
  "participants.link.revoke": ({ id }) => [`DELETE voters/${id}/link`],
  "options.list": ({ id }) => [`GET options?voter_id=${id}`],
  "comments.create": ({ id, option }) => [
    `POST options/${option.publicId}/comments`,
    { voter_id: id, comment: { content: "Good" } },
  ],
  "votes.list": ({ id }) => [`GET votes?voter_id=${id}`],
  "votes.cast": ({ id, option }) => [
    "POST votes",
    { voter_id: id, option_id: option.publicId, vote: { vote: 1 } },
  ],
  "votes.castAll": ({ id, option }) => [
    "POST votes/batch",
    { votes: [{ voter_id: id, option_id: option.publicId, vote: { vote: 1 } }] },
  ],
};

const takesParticipant = (body: z.ZodType): boolean =>
  JSON.stringify(z.toJSONSchema(body, { io: "input" })).includes('"voter_id":');

/** Endpoints that name a participant in their path, query or body. */
const naming = endpoints.filter(
  ({ path, query = {}, body }) =>
    path.includes("/voters/:id") ||
    "voter_id" in query ||
    (body !== undefined && takesParticipant(body)),
);

test("each endpoint that names a participant has a request here", () => {
  // A change of a vote takes a response back, and does not read its `voter_id`.
  const expected = [...Object.keys(requests), "votes.change"];
  expect(naming.map(({ id }) => id).sort()).toEqual(expected.sort());
});

const polls: Readonly<
  Record<string, readonly [settings: Readonly<Record<string, unknown>>, participant: object]>
> = {
  hidden_participants: [{ hidden_participants: true }, {}],
  "a pending confirmation": [{ double_opt_in: true }, { confirmedAt: null }],
  both: [{ hidden_participants: true, double_opt_in: true }, { confirmedAt: null }],
};

const cases = Object.keys(polls).flatMap((poll) =>
  ["Polls::Voting", "Polls::PairwiseComparison"].map((type) => [poll, type] as const),
);

test.each(cases)(
  "members get the same for a hidden and an unknown id: %s, %s",
  async (of, type) => {
    const [settings, facts] = polls[of] ?? [{}, {}];
    const poll: Poll = await owner.buildPoll({ type, settings });
    const option = await buildOption(gateway.db, poll);
    await buildOption(gateway.db, poll);
    const hidden = await buildParticipant(gateway.db, poll, facts);
    const answer = async ([line, body]: Sent) => {
      const [method, path] = line.split(" ");
      const { status, text } = await gateway.request(
        `${method} /api/v1/polls/${poll.memberHash}/${path}`,
        { token: member.privateToken, body },
      );
      expect(status).toBeLessThan(500);
      return { status, text };
    };
    for (const request of Object.values(requests)) {
      for (const named of [option, { publicId: newPublicId() }]) {
        const unknown = request({ id: newPublicId(), option: named });
        const existing = request({ id: hidden.publicId, option: named });
        expect([existing, await answer(existing)]).toEqual([existing, await answer(unknown)]);
      }
    }
  },
);
