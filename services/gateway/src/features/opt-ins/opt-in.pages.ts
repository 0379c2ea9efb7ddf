import { isLinkToken } from "@polls/db";
import type { Poll } from "@polls/domain";
import type { Deps } from "../../deps";
import type { PageInput, PageRoute } from "../../pages/mount-page";
import { pollUrls } from "../polls/poll-urls";
import { confirmOptIn } from "./confirm-opt-in";
import { lookAtOptIn } from "./look-at-opt-in";
import { optInPage } from "./opt-in-page";

const surroundings = ({ language }: PageInput, { config }: Deps) => ({
  language,
  addressOf: (poll: Poll) => pollUrls(config.baseUrl, poll).public,
});

const unknown = { kind: "unknown" } as const;

/** The link of a mail that asks to confirm: looking at it changes nothing, its button does (decisions 9). */
export const optInPages: readonly PageRoute[] = [
  {
    path: "/opt-in/:token",
    async show(input, deps) {
      const { token = "" } = input.params;
      const view = isLinkToken(token) ? await lookAtOptIn(deps.db, token, input.now) : unknown;
      return optInPage(view, surroundings(input, deps));
    },
    async submit(input, deps) {
      const { token = "" } = input.params;
      const result = isLinkToken(token) ? await confirmOptIn(deps, token, input.now) : unknown;
      return optInPage(result, surroundings(input, deps));
    },
  },
];
