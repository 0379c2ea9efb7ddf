import { ownPath } from "../session/own-path";

/** The addresses of the pages of a poll (docs/reference/pages.md#addresses). */
export const pollPath = (hash: string): string => ownPath(`/p/${encodeURIComponent(hash)}`);
export const resultsPath = (hash: string): string => `${pollPath(hash)}/results`;
/** The page where a participant continues on another device. */
export const devicePath = (hash: string): string => ownPath(`/p/${hash}/device`);
export const adminPath = (adminHash: string): string => `${pollPath(adminHash)}/admin`;
/** The page that makes a poll, of the account or of an organization. */
export const newPollPath = (organizationId?: string): string =>
  ownPath(
    organizationId === undefined
      ? "/polls/new"
      : `/polls/new?organization=${encodeURIComponent(organizationId)}`,
  );
export const pollsPath = (organizationId: string): string =>
  ownPath(`/polls?organization=${encodeURIComponent(organizationId)}`);
