import { inTransaction, type PrismaTransaction } from "@polls/db/sql";
import { isPublicId } from "@polls/db/tokens";
import { causedBy } from "@polls/jobs/outbox";
import type { Deps } from "../../deps";
import type { PageInput, PageRoute } from "../../pages/page-routes";
import { askForLink, askForNewsOfAccount, tryAgain } from "../payments/connected-account";
import { type ConnectVisit, connectPage, connectView, findByToken } from "./connect-page";

const visitOf = ({ query }: PageInput): ConnectVisit => {
  const from = query.get("from");
  return from === "provider" || from === "expired" ? from : undefined;
};

const rowOf = async ({ params: { token = "" } }: PageInput, { db }: Pick<Deps, "db">) =>
  isPublicId(token) ? await findByToken(db, token) : undefined;

/** Acts on the account in a transaction that sends jobs. */
async function act(
  input: PageInput,
  { db, wakeRelay }: Pick<Deps, "db" | "wakeRelay">,
  work: (tx: PrismaTransaction) => Promise<void>,
): Promise<void> {
  await inTransaction(db, (tx) => {
    causedBy(tx, input);
    return work(tx);
  });
  wakeRelay();
}

/** Leads to the provider and back (docs/reference/payments.md#connected-accounts). */
export const connectPages: readonly PageRoute[] = [
  {
    path: "/connect/:token",
    async show(input, deps) {
      const { language, now } = input;
      const row = await rowOf(input, deps);
      if (row === undefined) return connectPage(undefined, language);
      const view = connectView(row, visitOf(input), now);
      if (view.pageState === "checking") {
        await act(input, deps, (tx) => askForNewsOfAccount(tx, row, now));
      }
      return connectPage(view, language);
    },
    async submit(input, deps) {
      const { language, now } = input;
      const row = await rowOf(input, deps);
      if (row === undefined) return connectPage(undefined, language);
      const view = connectView(row, "expired", now);
      if (view.pageState === "payments_refused") {
        await act(input, deps, (tx) => tryAgain(tx, row, now));
        return connectPage({ ...view, pageState: "checking", refusal: undefined }, language);
      }
      if (view.pageState !== "unfinished" && view.pageState !== "restricted") {
        return connectPage(view, language);
      }
      await act(input, deps, (tx) => askForLink(tx, row, now));
      return connectPage({ ...view, pageState: "preparing", linkUrl: undefined }, language);
    },
  },
];
