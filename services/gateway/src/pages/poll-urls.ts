import type { Poll } from "@polls/domain/polls";

/** The URLs of a poll below the public base URL. */
export interface PollUrls {
  readonly public: string;
  readonly admin: string;
  readonly api: string;
}

export const pollUrls = (
  baseUrl: URL,
  { memberHash, adminHash }: Pick<Poll, "memberHash" | "adminHash">,
): PollUrls => ({
  public: `${baseUrl.origin}/p/${memberHash}`,
  admin: `${baseUrl.origin}/p/${adminHash}/admin`,
  api: `${baseUrl.origin}/api/v1/polls/${memberHash}`,
});
