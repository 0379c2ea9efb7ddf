import { isPublicId } from "@polls/db/tokens";
import type { Poll } from "@polls/domain/polls";
import type { Deps } from "../../deps";
import type { PageInput, PageRoute } from "../../pages/page-routes";
import { pollUrls } from "../../pages/poll-urls";
import { lookAtPayment, openFromPage, requestStatusQuery } from "../payments/look-at-payment";
import { payPage, waitsForProvider } from "./pay-page";

const surroundings = ({ language, query }: PageInput, { config }: Pick<Deps, "config">) => ({
  language,
  addressOf: (poll: Poll) => pollUrls(config.baseUrl, poll).public,
  // The query only decides whether the provider is asked, never the content of the page.
  isReturning: query.get("from") === "checkout",
});

/** Only the payment worker changes the state (docs/reference/payments.md#pay-page). */
export const payPages: readonly PageRoute[] = [
  {
    path: "/pay/:token",
    async show(input, deps) {
      const { token = "" } = input.params;
      const view = isPublicId(token) ? await lookAtPayment(deps, token, input.now) : undefined;
      const around = surroundings(input, deps);
      if (view?.pageState === "preparing" && view.isUntouched) {
        await openFromPage(deps, view.payment, input);
      }
      if (view !== undefined && around.isReturning && waitsForProvider(view.pageState)) {
        await requestStatusQuery(deps, view.payment, input);
      }
      return payPage(view, around);
    },
    async submit(input, deps) {
      const { token = "" } = input.params;
      const view = isPublicId(token) ? await lookAtPayment(deps, token, input.now) : undefined;
      if (view?.pageState !== "again")
        return payPage(view, { ...surroundings(input, deps), isReturning: false });
      await openFromPage(deps, view.payment, input);
      const after = { ...view, pageState: "preparing" as const };
      return payPage(after, { ...surroundings(input, deps), isReturning: false });
    },
  },
];
