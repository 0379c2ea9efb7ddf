import type { FirstAccount } from "../services/first-account";
import type { StackSettings } from "../settings";

export interface BannerFacts {
  readonly settings: StackSettings;
  readonly account: FirstAccount;
  readonly logDir: string;
}

/** The text after the start: addresses, account, and an example command. */
export function banner({ settings, account, logDir }: BannerFacts): string {
  const { baseUrl, dataDir } = settings;
  return `
The poll service runs.

Make a first poll on the start page, or by a program:

  curl -s ${baseUrl}/api/v1/polls -H 'Authorization: Bearer ${account.privateToken}' -H 'Content-Type: application/json' -d '{"poll":{"title":"Where shall we eat?"}}'

Logs are in ${logDir}, data in ${dataDir}. Ctrl-C stops everything.

  Start page     ${baseUrl}/
  Inbox          ${baseUrl}/dev/mail
  Documentation  ${baseUrl}/docs
  Account        ${account.email}
  Private token  ${account.privateToken}
  Public token   ${account.publicToken}
`;
}
