import type { BaseUrl } from "@polls/config";
import type { Poll } from "@polls/domain/polls";

export interface PollUrls {
  readonly public: string;
  readonly admin: string;
  readonly api: string;
}

export const pollUrls = (
  baseUrl: BaseUrl,
  { memberHash, adminHash }: Pick<Poll, "memberHash" | "adminHash">,
): PollUrls => ({
  public: baseUrl.url(`/p/${memberHash}`),
  admin: baseUrl.url(`/p/${adminHash}/admin`),
  api: baseUrl.url(`/api/v1/polls/${memberHash}`),
});
