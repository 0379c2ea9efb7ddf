import type { Poll } from "@polls/domain/polls";
import { fakeClock, type RequestOptions } from "@polls/testing";
import { shareAccount, shareGateway } from "./share-gateway";

/** Callers who take part in polls of an owner. A file of tests shares the gateway and the owner. */
export function shareJoining() {
  const clock = fakeClock(new Date("2030-06-15T12:00:00Z"));
  const gateway = shareGateway({ clock: clock.now });
  const owner = shareAccount(gateway);
  /** An anonymous user of the owner's public token. */
  const asUser = (identifier: string) => ({ token: owner.publicToken, identifier });
  const asOwner = () => ({ token: owner.privateToken });
  const buildOwnPoll = (settings: Readonly<Record<string, unknown>> = {}, type = "Polls::Voting") =>
    owner.buildPoll({ settings, type });

  const join = (
    poll: Pick<Poll, "memberHash">,
    by: RequestOptions | undefined,
    voter: Readonly<Record<string, unknown>> = { user_name: "Ada" },
  ) => gateway.inPoll(poll, by ?? {}, "POST /voters", { voter });
  const at = (poll: Pick<Poll, "memberHash">, id: string) =>
    `/api/v1/polls/${poll.memberHash}/voters/${id}`;

  return { clock, gateway, owner, asUser, asOwner, buildOwnPoll, join, at };
}
