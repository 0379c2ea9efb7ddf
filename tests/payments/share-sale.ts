import { shareAccount } from "../../services/gateway/testing/share-gateway";
import { type RoomOptions, type Sale, sharePayments } from "./payment-fixture";

/** A poll that sells votes, a new one for each test, and what its voter and its owner do. */
export function shareSale(options?: RoomOptions) {
  const fixture = sharePayments(options);
  const owner = shareAccount(fixture.gateway);
  const voter = shareAccount(fixture.gateway, { name: "Vera" });
  const sale = {} as Sale;
  beforeEach(async () => {
    Object.assign(sale, await fixture.sell(owner, voter));
  });

  const voteRow = () =>
    fixture.gateway.db.prisma.vote.findFirstOrThrow({
      where: { participantId: sale.participant.id },
    });
  return {
    fixture,
    owner,
    voter,
    sale,
    voteRow,
    raise: async (vote: number) =>
      fixture.request(`PATCH ${sale.path}/votes/${(await voteRow()).publicId}`, voter, {
        vote: { vote },
      }),
    payments: () => fixture.paymentsOf(sale.poll),
    page: (url: string, headers: Readonly<Record<string, string>> = {}) =>
      fixture.gateway.request(`GET ${url}`, { headers }),
    asAdmin: (line: string, body?: unknown) => fixture.request(line, owner, body),
    drift: () =>
      fixture.gateway.db.prisma.$queryRaw`
        SELECT t.option_id FROM true_option_tallies t
        JOIN (SELECT option_id, sum(total) AS total, sum(votes) AS votes FROM option_tallies GROUP BY option_id) s
          ON s.option_id = t.option_id
        WHERE t.poll_id = ${sale.poll.id} AND (t.total <> s.total OR t.votes <> s.votes)`,
  };
}
