// Covers docs/reference/errors.md: codes-of-options, codes-of-participants, codes-of-votes

import type { Scene } from "../../../testing/vote-scenes";
import { shareVoteScenes } from "../../../testing/vote-scenes";

const { gateway, owner, voter, scene, cast } = shareVoteScenes();

const change = ({ option }: Scene, data: object) =>
  gateway.db.prisma.option.update({ where: { id: option.id }, data });
const selling = { voting_fee: 100, voting_fee_type: "voting_sell_votes" } as const;

test.each<[string, Parameters<typeof scene>[0], (all: Scene) => ReturnType<typeof cast>]>([
  ["jury_only", { settings: { jury_mode: true } }, (all) => cast(all)],
  [
    "voting_not_started",
    { settings: { start_date_voting: "2030-07-01T00:00:00.000Z" } },
    (all) => cast(all),
  ],
  ["option_not_votable", { type: "Polls::Survey" }, (all) => cast(all)],
  [
    "option_not_open",
    { type: "Polls::AdventCalendar" },
    async (all) => {
      await change(all, { startDate: new Date("2030-12-24T00:00:00Z") });
      return cast(all);
    },
  ],
  ["not_on_offer", { type: "Polls::PairwiseComparison" }, (all) => cast(all)],
  ["purchase_too_small", { settings: { ...selling, voting_fee: 10 } }, (all) => cast(all)],
  ["purchase_too_large", { settings: selling }, (all) => cast(all, { vote: 1_000_000 })],
  [
    "voting_wallet",
    { settings: selling },
    async (all) => {
      await cast(all, { vote: 5 });
      const { body } = await gateway.inPoll(all.poll, owner, "GET /votes");
      return gateway.inPoll(all.poll, voter, `DELETE /votes/${body[0].id}`);
    },
  ],
  [
    "new_rows_not_allowed",
    { type: "Polls::Table", settings: { allow_new_rows: false } },
    (all) => gateway.inPoll(all.poll, voter, "POST /voters", { voter: { user_name: "Ada" } }),
  ],
  [
    "not_mergeable",
    {},
    (all) =>
      gateway.inPoll(all.poll, owner, `POST /options/${all.option.publicId}/merge`, {
        option_id: all.option.publicId,
      }),
  ],
  [
    "invitation_not_found",
    {},
    (all) => gateway.inPoll(all.poll, owner, "DELETE /invitations/unknown"),
  ],
  [
    "payment_not_found",
    {},
    (all) => gateway.inPoll(all.poll, owner, "POST /payments/unknown/refund", {}),
  ],
])("a request gets the code %s", async (code, poll, send) => {
  expect((await send(await scene(poll))).body.code).toBe(code);
});
