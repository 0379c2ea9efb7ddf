import type { Participant } from "@polls/domain/participants";
import type { Poll } from "@polls/domain/polls";
import { buildOption, buildParticipant, fakeClock } from "@polls/testing";
import { shareAccount, shareGateway } from "../share-gateway";

const noon = new Date("2030-06-15T12:00:00Z");
const later = new Date("2030-06-15T13:00:00Z");

/**
 * One of two polls that differ only in hidden data. `names` maps ids to names that are equal in
 * both.
 */
export interface Twin {
  readonly poll: Poll;
  readonly names: Map<string, string>;
  readonly options: readonly { readonly id: bigint; readonly publicId: string }[];
  /** A participant of the member, then two of others. */
  readonly participants: readonly [Participant, Participant, Participant];
  /** Objects that are hidden from members: endpoint with `:id` → an id. */
  readonly hidden: Map<string, string>;
}

export type Settings = Readonly<Record<string, unknown>>;

/** A kind of hidden data in which the second poll differs from the first. */
export interface Case {
  readonly settings: Settings;
  readonly type?: string;
  /** Makes the difference in the database, before the times of the rows are set. */
  readonly differ: (twin: Twin, which: "first" | "second") => Promise<void>;
  /** Makes the difference through the API afterwards, as other callers and admins do. */
  readonly happens?: (twin: Twin, which: "first" | "second") => Promise<void>;
}

export function optionOf({ options }: Twin, at: number) {
  const option = options[at];
  if (option === undefined) throw new Error("no such option");
  return option;
}

export type Twins = ReturnType<typeof shareTwins>;

/** Pairs of polls, and their callers. A file of tests shares the gateway and the accounts. */
export function shareTwins() {
  const clock = fakeClock(noon);
  const gateway = shareGateway({ clock: clock.now, env: { RATE_LIMIT_REQUESTS: "1000000" } });
  const owner = shareAccount(gateway);
  const member = shareAccount(gateway);
  const voter = shareAccount(gateway);
  beforeEach(() => clock.set(noon));

  /** Creates a poll with one option of the member and three of others, and with its participants. */
  async function makeTwin(settings: Settings, type = "Polls::Voting"): Promise<Twin> {
    const { db } = gateway;
    const poll = await owner.buildPoll({ settings, type });
    const memberKey = `user:${member.id}` as const;
    const options = [
      await buildOption(db, poll, { ownerKey: memberKey }),
      await buildOption(db, poll),
      await buildOption(db, poll),
      await buildOption(db, poll),
    ];
    const ownerKey = `user:${voter.id}` as const;
    const participants: [Participant, Participant, Participant] = [
      await buildParticipant(db, poll, { ownerKey: memberKey }),
      await buildParticipant(db, poll, { ownerKey }),
      await buildParticipant(db, poll, { ownerKey }),
    ];
    const twin: Twin = { poll, options, participants, names: new Map(), hidden: new Map() };
    twin.names.set(poll.memberHash, "member-hash").set(poll.adminHash, "admin-hash");
    for (const [at, { publicId }] of options.entries()) twin.names.set(publicId, `option-${at}`);
    for (const [at, { publicId }] of participants.entries())
      twin.names.set(publicId, `voter-${at}`);
    return twin;
  }

  /** Sets the times of all rows to the same moment, so that the two polls do not differ in them. */
  async function sameAge({ poll: { id } }: Twin): Promise<void> {
    const { prisma } = gateway.db;
    const data = { createdAt: noon, updatedAt: noon };
    await prisma.poll.update({ where: { id }, data });
    await prisma.option.updateMany({ where: { pollId: id }, data });
    await prisma.participant.updateMany({ where: { pollId: id }, data });
    await prisma.vote.updateMany({ where: { pollId: id }, data });
  }

  /**
   * Adds the votes to `names`, and returns their ids in the order of creation. Anonymous votes are listed by their ids,
   * so both polls get ids of the same order.
   */
  async function nameVotes({ poll, names }: Twin): Promise<readonly string[]> {
    const { vote } = gateway.db.prisma;
    const votes = await vote.findMany({ where: { pollId: poll.id }, orderBy: { id: "asc" } });
    const ids = votes.map((_, at) => `${poll.memberHash.slice(0, -1)}${at}`);
    for (const [at, { id }] of votes.entries()) {
      const publicId = ids[at] ?? "";
      await vote.update({ where: { id }, data: { publicId } });
      names.set(publicId, `vote-${at}`);
    }
    return ids;
  }

  const cast = async (
    { poll, options, participants }: Twin,
    by: 1 | 2,
    on: number,
    vote: number,
  ) => {
    const option = options[on];
    const { status, text } = await gateway.inPoll(poll, voter, "POST /votes", {
      voter_id: participants[by].publicId,
      option_id: option?.publicId,
      vote: { vote },
    });
    if (status !== 201) throw new Error(text);
  };

  async function asOwner({ poll }: Twin, request: string, body: unknown): Promise<void> {
    const [method, path] = request.split(" ");
    const { status, text } = await gateway.request(
      `${method} /api/v1/polls/${poll.memberHash}/${path}`,
      { token: owner.privateToken, body },
    );
    if (status !== 200) throw new Error(text);
  }

  async function twinsOf({ settings, type, differ, happens }: Case): Promise<[Twin, Twin]> {
    const twins: [Twin, Twin] = [await makeTwin(settings, type), await makeTwin(settings, type)];
    await differ(twins[0], "first");
    await differ(twins[1], "second");
    await sameAge(twins[0]);
    await sameAge(twins[1]);
    clock.set(later);
    await happens?.(twins[0], "first");
    await happens?.(twins[1], "second");
    return twins;
  }

  return { gateway, owner, member, voter, nameVotes, cast, asOwner, twinsOf };
}
