import { BaseUrl } from "@polls/config";
import type { Db } from "@polls/db/connection";
import { outboxStore, triesPerRound } from "@polls/db/outbox";
import { inTransaction, type Transaction } from "@polls/db/sql";
import { type FakeOptions, type FakeProviderServer, startFakeProvider } from "@polls/devstack";
import type { Poll } from "@polls/domain/polls";
import { PermanentFailure } from "@polls/jobs";
import { createLogger } from "@polls/telemetry";
import { atFileEnd, createTestDatabase, type TestResponse } from "@polls/testing";
import pLimit from "p-limit";
import type { NewAccount } from "../../services/gateway/testing/sign-up";
import {
  startGateway,
  TEST_BASE_URL,
  TEST_WEBHOOK_SECRET,
  type TestGateway,
} from "../../services/gateway/testing/start-gateway";
import { handlers, openProvider, type PaymentDeps } from "../../services/payment-worker/testing";
import { buildSale } from "./build-sale";

type Session = ReturnType<FakeProviderServer["provider"]["complete"]>;
type OfPoll = Pick<Poll, "id">;

export interface PaymentFixture {
  readonly gateway: TestGateway;
  readonly fakeServer: FakeProviderServer;
  readonly provider: FakeProviderServer["provider"];
  readonly deps: PaymentDeps;
  /** Runs the waiting payment jobs, and the jobs that they send, until none is left; returns the number of failed jobs. */
  readonly work: () => Promise<number>;
  /** Delivers webhooks, then runs jobs, until nothing is left. */
  readonly settle: () => Promise<void>;
  /** Calls the API as an account. */
  readonly request: (
    line: string,
    by: Pick<NewAccount, "privateToken">,
    body?: unknown,
  ) => Promise<TestResponse>;
  /** The payments of a poll with their checkouts and refunds, the oldest first. */
  readonly paymentsOf: (poll: OfPoll) => ReturnType<typeof findPayments>;
  /** The newest checkout of a poll. */
  readonly checkoutOf: (poll: OfPoll) => ReturnType<typeof findCheckout>;
  readonly sessionOf: (poll: OfPoll) => Promise<string>;
  /** Pays the newest checkout of a poll, by default the amount that it asks for, and settles. */
  readonly pay: (poll: OfPoll, how?: "paid" | "processing", amount?: number) => Promise<Session>;
  /** Builds a poll that sells votes for 100 each, and a participant who can buy them. */
  readonly sell: (owner: NewAccount, payer: NewAccount, settings?: object) => Promise<Sale>;
  readonly close: () => Promise<void>;
}

export interface Sale extends Awaited<ReturnType<typeof buildSale>> {
  readonly path: string;
  /** Buys votes, or replaces the purchase; by default at the gateway of the fixture. */
  readonly buy: (votes: number | null, at?: Pick<TestGateway, "request">) => Promise<TestResponse>;
  /** The rating of the option, as the owner reads it. */
  readonly rating: () => Promise<number>;
}

const findPayments = ({ prisma }: Db, { id }: OfPoll) =>
  prisma.payment.findMany({
    where: { pollId: id },
    include: { checkouts: { orderBy: { id: "asc" } }, refunds: { orderBy: { id: "asc" } } },
    orderBy: { id: "asc" },
  });
const findCheckout = ({ prisma }: Db, { id }: OfPoll) =>
  prisma.checkout.findFirstOrThrow({
    where: { payment: { pollId: id } },
    include: { payment: true },
    orderBy: { id: "desc" },
  });

export interface RoomOptions {
  readonly deliveries?: (type: string) => readonly number[];
  readonly fault?: FakeOptions["fault"];
  readonly clock?: () => Date;
  /** The clock of the provider. Default: `clock`. */
  readonly providerClock?: () => Date;
  readonly env?: Readonly<Record<string, string>>;
}

/** A payment fixture that the tests of a file share. Its members are set as those of `shareGateway`. */
export function sharePayments(options?: RoomOptions): PaymentFixture {
  const db = {} as TestGateway["db"];
  const gateway = { db } as TestGateway;
  const fixture = { gateway } as PaymentFixture;
  beforeAll(async () => {
    const opened = await openPaymentFixture(options);
    Object.assign(db, opened.gateway.db);
    Object.assign(gateway, opened.gateway, { db });
    Object.assign(fixture, opened, { gateway });
    atFileEnd("the payment fixture", () => opened.close());
  });
  return fixture;
}

/** A gateway, a simulated provider and the worker's handlers in one process, with a real database. */
export async function openPaymentFixture(options: RoomOptions = {}): Promise<PaymentFixture> {
  const clock = options.clock ?? (() => new Date());
  const database = await createTestDatabase();
  const gateway = await startGateway(database, { clock, env: options.env ?? {} });
  const fakeServer = await startFakeProvider({
    now: options.providerClock ?? clock,
    ...(options.fault === undefined ? {} : { fault: options.fault }),
    webhooks: {
      address: () => `${gateway.url}/webhooks/stripe`,
      secret: TEST_WEBHOOK_SECRET,
      ...(options.deliveries === undefined ? {} : { deliveries: options.deliveries }),
    },
  });
  const deps: PaymentDeps = {
    db: gateway.db,
    shards: gateway.deps.shards,
    provider: openProvider({
      secretKey: "sk_test_room",
      live: false,
      apiUrl: fakeServer.url,
      baseUrl: new BaseUrl(TEST_BASE_URL),
    }),
    clock,
    opening: pLimit(4),
    connect: gateway.deps.config.payments?.connect,
    askAfterMs: 600_000,
    metrics: gateway.deps.metrics,
  };
  const store = outboxStore(gateway.db);
  const log = createLogger("payment-worker", { level: "silent" });

  async function runOne(row: { id: bigint; job: string; payload: unknown }): Promise<boolean> {
    const handler = handlers[row.job as keyof typeof handlers];
    const finish = (tx: Transaction) => store.finishIn(tx, String(row.id));
    try {
      await handler(row.payload as never, deps, {
        signal: new AbortController().signal,
        attempt: 1,
        isLast: false,
        log,
        done: async (tx) => {
          await finish(tx);
        },
      });
      await inTransaction(gateway.db, finish);
      return true;
    } catch (error) {
      const dead = error instanceof PermanentFailure ? { deadAt: new Date() } : {};
      await inTransaction(gateway.db, (tx) =>
        tx.prisma.outbox.update({
          where: { id: row.id },
          data: { tries: { increment: 1 }, ...dead },
        }),
      );
      return false;
    }
  }

  async function work(): Promise<number> {
    let failed = 0;
    for (let round = 0; round < 50; round++) {
      const waiting = await gateway.db.prisma.outbox.findMany({
        where: { doneAt: null, deadAt: null, job: { startsWith: "payment." } },
        orderBy: { id: "asc" },
      });
      const rows = waiting.filter(({ tries }) => tries % triesPerRound < 5);
      if (rows.length === 0) return failed;
      for (const row of rows) if (!(await runOne(row))) failed += 1;
    }
    throw new Error("the payment jobs do not come to an end");
  }

  async function settle(): Promise<void> {
    await work();
    await fakeServer.webhooks.idle();
    await work();
    await fakeServer.webhooks.idle();
    await work();
  }

  const { db } = gateway;
  const { provider } = fakeServer;
  const request: PaymentFixture["request"] = (line, { privateToken: token }, body) =>
    gateway.request(line, { token, body });
  const sessionOf = async (poll: OfPoll) => String((await findCheckout(db, poll)).sessionId);

  return {
    gateway,
    fakeServer,
    provider,
    deps,
    work,
    settle,
    request,
    paymentsOf: (poll) => findPayments(db, poll),
    checkoutOf: (poll) => findCheckout(db, poll),
    sessionOf,
    async pay(poll, how = "paid", amount) {
      const session = provider.complete(await sessionOf(poll), how, amount);
      await settle();
      return session;
    },
    async sell(owner, payer, settings) {
      const sale = await buildSale(db, owner, payer, settings);
      const path = `/api/v1/polls/${sale.poll.memberHash}`;
      const ids = { voter_id: sale.participant.publicId, option_id: sale.option.publicId };
      return {
        ...sale,
        path,
        buy: (vote, at = gateway) =>
          at.request(`POST ${path}/votes`, {
            token: payer.privateToken,
            body: { ...ids, vote: { vote } },
          }),
        rating: async () => (await request(`GET ${path}/options`, owner)).body[0].rating,
      };
    },
    async close() {
      await fakeServer.stop();
      await gateway.close();
    },
  };
}
