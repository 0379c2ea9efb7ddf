import type { PollFacts } from "@polls/testing";
import type { WebAssets } from "../src/pages/web-assets";
import { shareAccount, shareGateway } from "./share-gateway";
import { TEST_BASE_URL } from "./start-gateway";

/** The body of the script of the page of polls, in each encoding. */
export const bodies = {
  identity: Buffer.from("run();"),
  gzip: Buffer.from("gzip of it"),
  br: Buffer.from("brotli of it"),
};
const paths = {
  script: "/assets/poll-1.js",
  modules: ["/assets/start-2.js"],
  words: { en: ["/assets/en-3.js"], de: ["/assets/de-4.js"] },
  styles: ["/assets/s.css"],
} as const;
/** Files that no build made. */
export const webAssets: WebAssets = {
  entries: {
    poll: paths,
    results: paths,
    device: paths,
    option: paths,
    admin: paths,
    start: paths,
    home: paths,
    survey: { ...paths, script: "/assets/survey-5.js" },
    pairwise: { ...paths, script: "/assets/pairwise-6.js" },
    table: { ...paths, script: "/assets/table-7.js" },
    places: paths,
  },
  files: new Map([["poll-1.js", { contentType: "text/javascript; charset=utf-8", bodies }]]),
  font: "/assets/font-8.woff2",
};

/** A gateway whose pages load files that no build made. A file of tests shares it. */
export function shareServedPages() {
  const gateway = shareGateway({ webAssets });
  const owner = shareAccount(gateway);
  return {
    gateway,
    owner,
    newPoll: (settings: Readonly<Record<string, unknown>> = {}, more: PollFacts = {}) =>
      owner.buildPoll({ settings, ...more }),
    open: (path: string, headers: Readonly<Record<string, string>> = {}) =>
      gateway.request(`GET ${path}`, { headers }),
    exchange: (pollHash: string) =>
      gateway.request(`POST /session/token?poll=${pollHash}`, {
        headers: { Origin: TEST_BASE_URL },
      }),
  };
}

/** The data that the script of a page starts with. */
// biome-ignore lint/suspicious/noExplicitAny: tests read data of any shape
export const dataOf = (text: string): any => {
  const [, json = ""] = /<script type="application\/json"[^>]*>(.*)<\/script>/.exec(text) ?? [];
  return JSON.parse(json);
};
