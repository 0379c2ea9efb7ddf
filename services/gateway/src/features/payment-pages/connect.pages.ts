import { inTransaction } from "@polls/db/sql";
import { isPublicId } from "@polls/db/tokens";
import { causedBy } from "@polls/jobs/outbox";
import type { PageInput, PageRoute } from "../../pages/page-routes";
import { askForLink, askForNewsOfAccount, tryAgain } from "../payments/connected-account";
import { type ConnectVisit, connectPage, connectView, findByToken } from "./connect-page";

const visitOf = ({ query }: PageInput): ConnectVisit => {
  const from = query.get("from");
  return from === "provider" || from === "expired" ? from : undefined;
};

const tokenOf = ({ params: { token = "" } }: PageInput) => token;

/** Leads to the provider and back (docs/reference/payments.md#connected-accounts). */
export const connectPages: readonly PageRoute[] = [
  {
    path: "/connect/:token",
    async show(input, { db, wakeRelay }) {
      const { language, now } = input;
      const row = isPublicId(tokenOf(input)) ? await findByToken(db, tokenOf(input)) : undefined;
      if (row === undefined) return connectPage(undefined, language);
      const view = connectView(row, visitOf(input), now);
      if (view.pageState === "checking") {
        await inTransaction(db, (tx) => {
          causedBy(tx, input);
          return askForNewsOfAccount(tx, row, now);
        });
        wakeRelay();
      }
      return connectPage(view, language);
    },
    async submit(input, { db, wakeRelay }) {
      const { language, now } = input;
      const row = isPublicId(tokenOf(input)) ? await findByToken(db, tokenOf(input)) : undefined;
      if (row === undefined) return connectPage(undefined, language);
      const view = connectView(row, "expired", now);
      if (view.pageState === "payments_refused") {
        await inTransaction(db, (tx) => {
          causedBy(tx, input);
          return tryAgain(tx, row, now);
        });
        wakeRelay();
        return connectPage({ ...view, pageState: "checking", refusal: undefined }, language);
      }
      if (view.pageState !== "unfinished" && view.pageState !== "restricted") {
        return connectPage(view, language);
      }
      await inTransaction(db, (tx) => {
        causedBy(tx, input);
        return askForLink(tx, row, now);
      });
      wakeRelay();
      return connectPage({ ...view, pageState: "preparing", linkUrl: undefined }, language);
    },
  },
];
