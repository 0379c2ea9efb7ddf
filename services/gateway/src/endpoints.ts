import { accountEndpoints } from "./features/accounts/accounts.endpoints";
import { sessionEndpoints } from "./features/accounts/sessions.endpoints";
import { tokenEndpoints } from "./features/accounts/tokens.endpoints";
import { commentEndpoints } from "./features/comments/comments.endpoints";
import { decisionEndpoints } from "./features/decisions/decisions.endpoints";
import { exportEndpoints } from "./features/exports/exports.endpoints";
import { importEndpoints } from "./features/imports/imports.endpoints";
import { invitationEndpoints } from "./features/invitations/invitations.endpoints";
import { optionEndpoints } from "./features/options/options.endpoints";
import { organizationEndpoints } from "./features/organizations/organizations.endpoints";
import { participantEndpoints } from "./features/participants/participants.endpoints";
import { passkeyEndpoints } from "./features/passkeys/passkeys.endpoints";
import { connectedAccountEndpoints } from "./features/payments/connected-account.endpoints";
import { paymentEndpoints } from "./features/payments/payments.endpoints";
import { pollEndpoints } from "./features/polls/polls.endpoints";
import { reminderEndpoints } from "./features/reminders/reminders.endpoints";
import { responseEndpoints } from "./features/responses/responses.endpoints";
import { resultStreamEndpoints } from "./features/results/live/results-stream.endpoints";
import { resultEndpoints } from "./features/results/results.endpoints";
import { signInEndpoints } from "./features/sign-in/sign-in.endpoints";
import { voteEndpoints } from "./features/votes/votes.endpoints";
import { webhookEndpoints } from "./features/webhooks/webhooks.endpoints";
import type { Endpoint } from "./http/routing/endpoint";

/** Every endpoint under `/api/v1`, for the router and the OpenAPI document. */
export const endpoints: readonly Endpoint[] = [
  ...accountEndpoints,
  ...sessionEndpoints,
  ...passkeyEndpoints,
  ...tokenEndpoints,
  ...connectedAccountEndpoints,
  ...signInEndpoints,
  ...organizationEndpoints,
  ...pollEndpoints,
  ...decisionEndpoints,
  ...importEndpoints,
  ...participantEndpoints,
  ...invitationEndpoints,
  ...reminderEndpoints,
  ...optionEndpoints,
  ...voteEndpoints,
  ...commentEndpoints,
  ...paymentEndpoints,
  ...resultEndpoints,
  ...responseEndpoints,
  ...resultStreamEndpoints,
  ...exportEndpoints,
  ...webhookEndpoints,
];
