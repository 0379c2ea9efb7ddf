import type { z } from "zod";
import type { AccountResponse, RotatedTokenResponse } from "./accounts.schema";
import type { IssuedToken } from "./issue-token";
import type { AccountWithTokens } from "./own-account";

export const presentAccount = (account: AccountWithTokens): z.input<typeof AccountResponse> => ({
  id: account.publicId,
  email: account.email,
  name: account.name,
  can_delete_participations: account.canDeleteParticipations,
  can_take_payments: account.canTakePayments,
  created_at: account.createdAt.toISOString(),
  tokens: Object.fromEntries(
    account.tokens.map(({ kind, lastFour, createdAt }) => [
      kind,
      { last_four: lastFour, created_at: createdAt.toISOString() },
    ]),
  ),
});

export const presentRotatedToken = ({
  kind,
  token,
  lastFour,
  createdAt,
}: IssuedToken): z.input<typeof RotatedTokenResponse> => ({
  kind,
  token,
  last_four: lastFour,
  created_at: createdAt.toISOString(),
});
