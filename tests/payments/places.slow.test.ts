// Covers docs/reference/votes.md: places-of-unpaid-votes

import type { Option } from "@polls/domain/options";
import type { Poll } from "@polls/domain/polls";
import { buildOption } from "@polls/testing";
import { shareAccount } from "../../services/gateway/testing/share-gateway";
import type { NewAccount } from "../../services/gateway/testing/sign-up";
import { sharePayments } from "./payment-fixture";

const HOUR = 3_600_000;

describe("places of unpaid votes", () => {
  let poll: Poll;
  let option: Option;
  let time = new Date();

  const fixture = sharePayments({ clock: () => time });
  const owner = shareAccount(fixture.gateway);
  const ann = shareAccount(fixture.gateway, { name: "Ann" });
  const bob = shareAccount(fixture.gateway, { name: "Bob" });

  const openPoll = async (settings: Record<string, unknown>) => {
    poll = await owner.buildPoll({
      settings: { voting_fee: 100, vote_type: "Votes::UpVote", ...settings, limit_per_option: 1 },
    });
    option = await buildOption(fixture.gateway.db, poll);
  };
  const path = () => `/api/v1/polls/${poll.memberHash}`;
  const takePart = async (account: NewAccount): Promise<string> => {
    const answer = await fixture.request(`POST ${path()}/voters`, account, {
      voter: { user_name: "A" },
    });
    expect(answer.status).toBe(201);
    return answer.body.id;
  };
  const cast = (account: NewAccount, voterId: string, vote: number | null) =>
    fixture.request(`POST ${path()}/votes`, account, {
      voter_id: voterId,
      option_id: option.publicId,
      vote: { vote },
    });
  const outcome = ({ status, body }: { status: number; body: { code?: string } }) =>
    body.code ?? status;
  const later = (hours: number) => {
    time = new Date(time.getTime() + hours * HOUR);
  };
  const page = async (url: string) =>
    (await fixture.gateway.request(`GET ${new URL(url).pathname}`)).text;
  const press = (url: string) => fixture.gateway.request(`POST ${new URL(url).pathname}`);
  const sessionOf = async (url: string): Promise<string> => {
    const checkout = await fixture.gateway.db.prisma.checkout.findFirstOrThrow({
      where: { payment: { token: url.split("/").at(-1) ?? "" } },
      orderBy: { attempt: "desc" },
    });
    return String(checkout.sessionId);
  };
  const pay = async (url: string, how: "paid" | "processing" = "paid") => {
    fixture.provider.complete(await sessionOf(url), how);
    await fixture.settle();
  };
  const rating = async () =>
    (await fixture.request(`GET ${path()}/options`, owner)).body[0].rating as number;

  describe("bought votes", () => {
    let annVoter: string;
    let bobVoter: string;

    beforeEach(async () => {
      await openPoll({ voting_fee_type: "voting_sell_votes" });
      annVoter = await takePart(ann);
      bobVoter = await takePart(bob);
    });
    const buy = async (account: NewAccount, voterId: string, votes = 1): Promise<string> => {
      const answer = await cast(account, voterId, votes);
      expect(answer.status).toBe(200);
      await fixture.work();
      return answer.body.url;
    };

    test("an unpaid purchase keeps its place only for some hours", async () => {
      await buy(ann, annVoter);
      later(3);
      expect(outcome(await cast(bob, bobVoter, 1))).toBe("limit_per_option_reached");
      later(0.3);
      expect(outcome(await cast(bob, bobVoter, 1))).toBe(200);
      expect(outcome(await cast(ann, annVoter, 1))).toBe("limit_per_option_reached");
    });

    test("a checkout that the provider ends releases the place at once", async () => {
      const url = await buy(ann, annVoter);
      fixture.provider.expireSession(await sessionOf(url));
      await fixture.settle();
      expect(outcome(await cast(bob, bobVoter, 1))).toBe(200);
    });

    test("an abstention that replaces the purchase releases the place at once", async () => {
      await buy(ann, annVoter);
      expect((await cast(ann, annVoter, null)).status).toBe(201);
      expect(outcome(await cast(bob, bobVoter, 1))).toBe(200);
    });

    test("a purchase that replaces it does not extend the time", async () => {
      await buy(ann, annVoter, 1);
      later(2);
      await buy(ann, annVoter, 2);
      later(1.3);
      expect(outcome(await cast(bob, bobVoter, 1))).toBe(200);
    });

    test("money that arrives after the place was lost is refunded, and payer and owner learn the reason", async () => {
      await buy(ann, annVoter, 1);
      later(2);
      const late = await buy(ann, annVoter, 2);
      later(1.3);
      const url = await buy(bob, bobVoter);
      expect(await page(late)).toContain("No place is left");
      await pay(late);
      await pay(url);
      expect(await rating()).toBe(1);
      expect(await page(late)).toContain("This payment was refunded");
      const { body } = await fixture.request(`GET ${path()}/payments`, owner);
      expect(
        body.payments.map((one: Record<string, unknown>) => [one.rejection, one.refunded]),
      ).toEqual([
        [null, 0],
        ["full", 200],
        [null, 0],
      ]);
    });

    test("late money counts if a place is left", async () => {
      await buy(ann, annVoter, 1);
      later(2);
      const late = await buy(ann, annVoter, 2);
      later(1.3);
      await pay(late);
      expect(await rating()).toBe(2);
      expect(outcome(await cast(bob, bobVoter, 1))).toBe("limit_per_option_reached");
    });

    test("another checkout takes the place again, or the page shows that none is left", async () => {
      const url = await buy(ann, annVoter);
      later(4);
      await fixture.settle();
      const other = await buy(bob, bobVoter);
      expect(await page(url)).toContain("No place is left");
      await press(url);
      await fixture.work();
      later(4);
      await fixture.settle();
      await press(url);
      await fixture.work();
      expect(await page(url)).toContain("Pay now");
      expect(await page(other)).toContain("No place is left");
      expect(outcome(await cast(bob, bobVoter, 1))).toBe("limit_per_option_reached");
      await pay(url);
      expect(await rating()).toBe(1);
    });

    test("a delayed method keeps the place while its money is pending", async () => {
      const url = await buy(ann, annVoter);
      await pay(url, "processing");
      later(72);
      expect(outcome(await cast(bob, bobVoter, 1))).toBe("limit_per_option_reached");
      fixture.provider.settleLater(await sessionOf(url), "failed");
      await fixture.settle();
      expect(outcome(await cast(bob, bobVoter, 1))).toBe(200);
    });

    test("a paid purchase keeps its place, and releases it when it is refunded", async () => {
      const url = await buy(ann, annVoter);
      await pay(url);
      later(4);
      expect(outcome(await cast(bob, bobVoter, 1))).toBe("limit_per_option_reached");
      const [{ id }] = (await fixture.request(`GET ${path()}/payments`, owner)).body.payments;
      await fixture.request(`POST ${path()}/payments/${id}/refund`, owner);
      await fixture.settle();
      expect(outcome(await cast(bob, bobVoter, 1))).toBe(200);
    });
  });

  describe("with a participation fee", () => {
    beforeEach(() => openPoll({ voting_fee_type: "voting_fee" }));
    const urlOf = async (account: NewAccount, voterId: string): Promise<string> =>
      (await fixture.request(`GET ${path()}/voters/${voterId}`, account)).body.payment_url;

    test("unpaid votes keep their places only for some hours", async () => {
      const [annVoter, bobVoter] = [await takePart(ann), await takePart(bob)];
      await fixture.work();
      expect(outcome(await cast(ann, annVoter, 1))).toBe(201);
      expect(outcome(await cast(bob, bobVoter, 1))).toBe("limit_per_option_reached");
      later(3.3);
      const late = await takePart(bob);
      expect(outcome(await cast(bob, late, 1))).toBe(201);
      expect(outcome(await cast(ann, await takePart(ann), 1))).toBe("limit_per_option_reached");
    });

    test("paid late, votes count if a place is left, and become abstentions if none is", async () => {
      const annVoter = await takePart(ann);
      const { body: annVote } = await cast(ann, annVoter, 1);
      await fixture.work();
      later(4);
      await fixture.settle();
      const bobVoter = await takePart(bob);
      expect(outcome(await cast(bob, bobVoter, 1))).toBe(201);
      await fixture.work();
      const url = await urlOf(ann, annVoter);
      await press(url);
      await fixture.work();
      await pay(url);
      await pay(await urlOf(bob, bobVoter));
      expect(await rating()).toBe(1);
      expect(
        (await fixture.request(`GET ${path()}/votes/${annVote.id}`, ann)).body.vote,
      ).toBeNull();
      const again = await fixture.request(`PATCH ${path()}/votes/${annVote.id}`, ann, {
        vote: { vote: 1 },
      });
      expect(again.body.code).toBe("limit_per_option_reached");
    });

    test("another checkout takes the places again while they are free", async () => {
      const annVoter = await takePart(ann);
      await cast(ann, annVoter, 1);
      later(4);
      await fixture.settle();
      const url = await urlOf(ann, annVoter);
      await press(url);
      await fixture.work();
      later(2);
      expect(outcome(await cast(bob, await takePart(bob), 1))).toBe("limit_per_option_reached");
      await pay(url);
      expect(await rating()).toBe(1);
    });
  });
});
