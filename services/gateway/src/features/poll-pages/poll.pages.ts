import { NotFound } from "@polls/domain/refusals";
import type { Deps } from "../../deps";
import type { AppPage } from "../../pages/app-shell";
import type { PageInput, PageRoute } from "../../pages/page-routes";
import type { PageEntry } from "../../pages/web-assets";
import { visitorOf } from "../page-sessions/visitor-cookie";
import { type PageOfPoll, readFirstData } from "./first-data";

/** Pages of participants have the member hash in their address, pages of admins the admin hash. */
type Side = "member_hash" | "admin_hash";

const pageOf = (path: string, entry: PageEntry, side: Side): PageRoute => ({
  path,
  show: async (input, deps) => {
    const found = await read(input, deps);
    if (found.visit.addressedBy !== side) throw new NotFound("Poll");
    return appPage(found, { entry, side }, input);
  },
});

const read = ({ params, cookie, clientAddress }: PageInput, deps: Deps): Promise<PageOfPoll> =>
  readFirstData(
    {
      pollHash: params.hash ?? "",
      optionId: params.option,
      visitor: visitorOf(cookie, deps.config),
      clientAddress,
    },
    deps,
  );

function appPage(
  { visit, data }: PageOfPoll,
  { entry, side }: { readonly entry: PageEntry; readonly side: Side },
  { language, params }: PageInput,
): AppPage {
  const { poll } = data;
  const option = data.option?.content;
  return {
    ...{ kind: "app", entry, language },
    title: option === undefined ? poll.title : `${option} – ${poll.title}`,
    heading: poll.title,
    description: poll.description,
    url: data.option?.public_url ?? poll.public_url,
    picture: data.option?.attachment?.attachment_url_social,
    data: { hash: params.hash, language, ...data },
    // The address of an admin page is a secret, which a page around it must not use.
    frameHosts: side === "admin_hash" ? "none" : visit.poll.settings.allowed_hosts,
  };
}

/** The pages of a poll (docs/reference/pages.md#addresses). */
export const pollPages: readonly PageRoute[] = [
  pageOf("/p/:hash", "poll", "member_hash"),
  pageOf("/p/:hash/results", "results", "member_hash"),
  pageOf("/p/:hash/o/:option", "option", "member_hash"),
  pageOf("/p/:hash/admin", "admin", "admin_hash"),
  pageOf("/p/:hash/admin/o/:option", "admin", "admin_hash"),
];
