// Covers docs/reference/payments.md: who-gets-the-money

import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import type { NewAccount } from "../accounts/create-account";

const gateway = shareGateway();
const self = shareAccount(gateway, { canTakePayments: false });
const trusted = shareAccount(gateway);

const create = (account: NewAccount, settings: object) =>
  gateway.as(account, "POST /api/v1/polls", { poll: { title: "T" }, settings });
const update = (account: NewAccount, adminHash: string, poll: object) =>
  gateway.as(account, `PATCH /api/v1/polls/${adminHash}`, { poll });

const asking = [
  ["a fee", { voting_fee: 500 }, "voting_fee_type"],
  [
    "a price of votes",
    { voting_fee: 100, voting_fee_type: "voting_sell_votes", vote_type: "Votes::UpVote" },
    "voting_fee_type",
  ],
  ["a donation", { voting_fee_type: "voting_donation" }, "voting_fee_type"],
  ["a submission fee", { submission_fee: 300 }, "submission_fee_type"],
  ["a donation for options", { submission_fee_type: "submission_donation" }, "submission_fee_type"],
] as const;

test.each(asking)(
  "without the capability to take payments, %s is 422",
  async (_, settings, field) => {
    const refusal = {
      code: "payments_not_allowed",
      errors: { [field]: ["needs an account that the operator allows to take payments"] },
    };
    const created = await create(self, settings);
    expect([created.status, created.body]).toMatchObject([422, refusal]);
    const { body: poll } = await create(self, {});
    const changed = await update(self, poll.admin_hash, settings);
    expect([changed.status, changed.body]).toMatchObject([422, refusal]);
    // The admin hash of another account's poll does not give the capability.
    const { body: other } = await create(trusted, {});
    expect((await update(self, other.admin_hash, settings)).status).toBe(422);
    expect((await create(trusted, settings)).status).toBe(201);
  },
);

test("without the capability other settings can be changed, and a fee can be removed", async () => {
  const poll = await self.buildPoll({
    settings: { voting_fee: 500, voting_fee_type: "voting_fee" },
  });
  const { adminHash } = poll;
  expect((await update(self, adminHash, { title: "Tea" })).status).toBe(200);
  expect((await update(self, adminHash, { voting_fee: 600 })).body.errors).toEqual({
    voting_fee: ["needs an account that the operator allows to take payments"],
  });
  const end = { voting_fee: null, voting_fee_type: null };
  expect((await update(self, adminHash, end)).status).toBe(200);
});

test("without the capability a poll with a fee cannot be duplicated", async () => {
  const duplicate = (account: NewAccount, adminHash: string) =>
    gateway.as(account, `POST /api/v1/polls/${adminHash}/duplicate`);
  const { body: asks } = await create(trusted, { voting_fee: 500 });
  const refused = await duplicate(self, asks.admin_hash);
  expect([refused.status, refused.body.code]).toEqual([422, "payments_not_allowed"]);
  expect((await duplicate(trusted, asks.admin_hash)).status).toBe(201);
  const { body: free } = await create(trusted, {});
  expect((await duplicate(self, free.admin_hash)).status).toBe(201);
});

test("an account that signed up shows that it has no capability", async () => {
  const { body } = await gateway.as(self, "GET /api/v1/account");
  expect(body.can_take_payments).toBe(false);
});
