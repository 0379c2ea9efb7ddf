import { lockPoll } from "@polls/db/polls";
import { inTransaction, type PrismaQueryable } from "@polls/db/sql";
import { isLinkToken, linkDigest } from "@polls/db/tokens";
import { foldAddress } from "@polls/domain/opt-ins";
import type { Poll } from "@polls/domain/polls";
import { html } from "@polls/markup";
import { wordsIn } from "../../pages/languages";
import type { PageInput, PageRoute } from "../../pages/page-routes";
import type { HtmlPage } from "../../pages/page-shell";
import { findPollOfLink } from "../taken-down/poll-of-link";
import { creatorStatesOf } from "./creator-address";

type View =
  | { readonly kind: "unknown" }
  | { readonly kind: "ask" | "done" | "expired"; readonly poll: Poll };

/** Finds the poll of a link. `expired`: its time is over, or the poll has another address now. */
async function find(
  queryable: PrismaQueryable,
  { params: { token = "" }, now }: PageInput,
): Promise<View> {
  if (!isLinkToken(token)) return { kind: "unknown" };
  const link = await queryable.prisma.creatorLink.findUnique({
    where: { tokenDigest: linkDigest(token) },
  });
  const poll = link ? await findPollOfLink(queryable, link.pollId) : undefined;
  if (link === null || poll === undefined) return { kind: "unknown" };
  const current =
    poll.creatorEmail !== undefined && foldAddress(poll.creatorEmail) === link.address;
  const state = (await creatorStatesOf(queryable, [poll])).get(poll.id);
  if (current && state === "confirmed") return { kind: "done", poll };
  return { kind: current && now < link.expiresAt ? "ask" : "expired", poll };
}

const statuses = { ask: 200, done: 200, expired: 410, unknown: 404 } as const;

function page(view: View, { language }: PageInput): HtmlPage {
  const { [view.kind]: words, button } = wordsIn(language).creator;
  return {
    status: statuses[view.kind],
    language,
    ...(view.kind !== "unknown" && { context: view.poll.title }),
    title: words.title,
    ...(view.kind !== "ask" && { icon: view.kind === "done" ? "good" : "warn" }),
    content: [
      html`<p>${words.text}</p>`,
      ...(view.kind === "ask"
        ? [html`<form method="post"><button type="submit">${button}</button></form>`]
        : []),
    ],
  };
}

/** Confirms the address of a poll's creator (docs/reference/polls.md#creator). */
export const creatorPages: readonly PageRoute[] = [
  {
    path: "/creator/:token",
    show: async (input, { db }) => page(await find(db, input), input),
    async submit(input, { db }) {
      const view = await inTransaction(db, async (tx): Promise<View> => {
        const before = await find(tx, input);
        if (before.kind !== "ask") return before;
        await lockPoll(tx, before.poll.id, "exclusive");
        const found = await find(tx, input);
        if (found.kind !== "ask") return found;
        await tx.prisma.creatorLink.update({
          where: { tokenDigest: linkDigest(input.params.token ?? "") },
          data: { confirmedAt: input.now },
        });
        return { ...found, kind: "done" };
      });
      return page(view, input);
    },
  },
];
