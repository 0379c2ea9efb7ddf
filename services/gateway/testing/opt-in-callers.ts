import { linkToken } from "@polls/db/tokens";
import type { Poll } from "@polls/domain/polls";
import { fakeClock } from "@polls/testing";
import { answered } from "./answered";
import { shareAccount, shareGateway } from "./share-gateway";

const start = new Date("2030-06-15T12:00:00Z");
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Headers of a request from another address. */
export const elsewhere = { "X-Forwarded-For": "203.0.113.5" };

/**
 * Participants who confirm their addresses. A file of tests shares the gateway and the owner of the
 * polls. Each test begins at `start`.
 */
export function shareOptIns(
  env: Readonly<Record<string, string>> = {},
  pages: Parameters<typeof shareGateway>[0] = {},
) {
  const clock = fakeClock(start);
  const gateway = shareGateway({
    ...pages,
    clock: clock.now,
    env: { TRUSTED_PROXIES: "127.0.0.0/8, ::1", ...env },
  });
  const owner = shareAccount(gateway);
  beforeEach(() => clock.set(start));

  const asUser = (identifier: string) => ({ token: owner.publicToken, identifier });
  const asOwner = () => ({ token: owner.privateToken });
  const buildOptInPoll = (
    settings: Readonly<Record<string, unknown>> = {},
    type = "Polls::Voting",
  ) => owner.buildPoll({ type, settings: { double_opt_in: true, ...settings } });

  const path = (poll: Pick<Poll, "memberHash">, rest: string) =>
    `/api/v1/polls/${poll.memberHash}/${rest}`;

  async function join(
    poll: Poll,
    identifier: string,
    email = `${identifier}@example.org`,
    { name = "Ada", headers = {} }: { name?: string; headers?: Record<string, string> } = {},
  ) {
    const voter = { user_name: name, optin_email: email };
    const { status, body } = await answered(() =>
      gateway.request(`POST ${path(poll, "voters")}`, {
        ...asUser(identifier),
        headers,
        body: { voter },
      }),
    );
    expect(status).toBe(201);
    return body.id as string;
  }

  const vote = (
    poll: Poll,
    identifier: string,
    voterId: string,
    optionId: string,
    value: unknown,
  ) =>
    gateway.request(`POST ${path(poll, "votes")}`, {
      ...asUser(identifier),
      body: { voter_id: voterId, option_id: optionId, vote: value },
    });

  async function hold(
    poll: Poll,
    identifier: string,
    voterId: string,
    optionId: string,
    value: number | null = 1,
  ) {
    const { status, body } = await vote(poll, identifier, voterId, optionId, { vote: value });
    expect([status, body.code, body.errors]).toEqual([
      422,
      "opt_in_pending",
      { optin_email: ["must be confirmed"] },
    ]);
  }

  const askAgain = (poll: Poll, identifier: string, voterId: string, body?: object) =>
    gateway.as(asUser(identifier), `POST ${path(poll, `voters/${voterId}/opt_in`)}`, body);

  /**
   * The links in the mails to a participant, oldest first. They are derived as the mail worker does.
   */
  async function links(voterId: string): Promise<string[]> {
    const rows = await gateway.db.prisma.optIn.findMany({
      where: { participant: { publicId: voterId } },
      orderBy: { id: "asc" },
      include: { mail: true },
    });
    return rows.map(({ address, mail }) => {
      const nonce = mail?.nonce;
      if (nonce == null) throw new Error("an opt-in has no mail");
      const link = { purpose: "opt_in", nonce, address } as const;
      return `/opt-in/${linkToken(gateway.deps.config.keys.mailLinks.signing, link)}`;
    });
  }

  const newestLink = async (voterId: string): Promise<string> =>
    (await links(voterId)).at(-1) ?? "no link";

  const press = (link: string, headers: Readonly<Record<string, string>> = {}) =>
    gateway.request(`POST ${link}`, { headers });
  const look = (link: string, headers: Readonly<Record<string, string>> = {}) =>
    gateway.request(`GET ${link}`, { headers });

  const votesOf = (poll: Poll) =>
    gateway.db.prisma.vote.findMany({ where: { pollId: poll.id }, orderBy: { id: "asc" } });
  const isConfirmed = async (voterId: string): Promise<boolean> =>
    (await gateway.db.prisma.participant.findUniqueOrThrow({ where: { publicId: voterId } }))
      .confirmedAt !== null;

  return {
    clock,
    gateway,
    owner,
    asUser,
    asOwner,
    buildOptInPoll,
    path,
    join,
    vote,
    hold,
    askAgain,
    links,
    newestLink,
    press,
    look,
    votesOf,
    isConfirmed,
  };
}
