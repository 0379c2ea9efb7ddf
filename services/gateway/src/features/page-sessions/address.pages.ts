import { html } from "@polls/markup";
import { wordsIn } from "../../pages/languages";
import type { PageRoute } from "../../pages/page-routes";
import { returnPathOf } from "./return-path";

/** Pages of an unknown address lead here (docs/reference/pages.md#addresses-of-the-service). */
export const addressPages: readonly PageRoute[] = [
  {
    path: "/session/address",
    show: async ({ language, query }, { config }) => {
      const { title, text } = wordsIn(language).otherAddress;
      const url = config.baseUrl.url(returnPathOf(query.get("to") ?? "", config) ?? "/");
      return {
        status: 200,
        language,
        icon: "warn",
        title,
        content: [html`<p>${text}</p>`, html`<p><a class="button" href="${url}">${url}</a></p>`],
      };
    },
  },
];
