// Covers docs/reference/pages.md: below-a-path

import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { freePort } from "@polls/devstack";
import { atFileEnd, buildOption, buildPoll, waitFor } from "@polls/testing";
import { buildWebAssets, shareBrowser } from "../../services/gateway/testing/browse";
import { describeWithBrowser } from "../../services/gateway/testing/check-pages";
import { shareGateway } from "../../services/gateway/testing/share-gateway";
import { signInAt } from "../../services/gateway/testing/sign-in-page";
import { signUp } from "../../services/gateway/testing/sign-up";
import { option } from "../../services/gateway/testing/voting-pages";
import { createCertificate, type ProxyBelow, proxiesBelow } from "./recipes";

jest.setTimeout(300_000);

type Page = Awaited<ReturnType<ReturnType<typeof shareBrowser>["open"]>>;

/** Resolves when a port accepts connections. */
async function connects(port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.destroy();
}

describeWithBrowser("a service below a path of a host", () => {
  describe.each(proxiesBelow)("$name", ({ start, describe: where }: ProxyBelow) => {
    where("as docs/proxies.md says", () => {
      let base: string;
      let port: number;
      const gateway = shareGateway(async () => {
        port = await freePort();
        base = `https://localhost:${port}/polls`;
        const env = { BASE_URL: base, TRUSTED_PROXIES: "127.0.0.1" };
        return { webAssets: await buildWebAssets(), env };
      });
      const { browser, open } = shareBrowser(["--ignore-certificate-errors"]);
      /** Requests of pages to the host that are not below the path. */
      let outside: readonly string[] = [];
      beforeAll(async () => {
        await createCertificate("localhost");
        await start(port, `127.0.0.1:${gateway.port}`, () => connects(port));
      });

      function watch(page: Page): Page {
        page.context().on("request", (request) => {
          const url = request.url();
          const isOwn = new URL(url).origin === new URL(base).origin;
          if (isOwn && url !== base && !url.startsWith(`${base}/`)) outside = [...outside, url];
        });
        return page;
      }
      const visit = async (path: string, options = {}) => watch(await open(base + path, options));

      async function newPoll(ownerAccountId: bigint, settings = {}) {
        const poll = await buildPoll(gateway.db, {
          ownerAccountId,
          title: "Lunch",
          settings: { require_voter_name: false, ...settings },
        });
        for (const content of ["Soup", "Rice"]) await buildOption(gateway.db, poll, { content });
        return poll;
      }

      test("a person votes, finds the vote again, and sees live results", async () => {
        const poll = await newPoll((await signUp(gateway.db)).id);
        const results = await visit(`/p/${poll.memberHash}/results`);
        await results.getByText("0 participants").waitFor();
        const page = await visit(`/p/${poll.memberHash}`);
        await option(page, "Soup").getByLabel("Yes", { exact: true }).click();
        await option(page, "Soup").getByText("Saved").waitFor();
        await results.getByText("1 participant", { exact: false }).first().waitFor();
        await page.reload();
        await option(page, "Soup").waitFor();
        expect(await option(page, "Soup").getByLabel("Yes", { exact: true }).isChecked()).toBe(
          true,
        );
        const kept = (await page.context().cookies()).map(({ name, path }) => ({ name, path }));
        expect(kept).toEqual([{ name: "__Secure-visitor", path: "/polls" }]);
        await page.getByRole("link", { name: "See the results" }).click();
        await page.locator(".bars").getByText("Yes: 1 (100%)", { exact: true }).waitFor();
        expect(outside).toEqual([]);
      });

      test("an owner signs in, goes through the pages of the account, and signs out", async () => {
        const email = "owner@example.org";
        const owner = await signUp(gateway.db, { email });
        const poll = await newPoll(owner.id);
        const storageState = await signInAt({ ...gateway, url: base }, browser(), email);
        const page = await visit("", { storageState });
        await page.goto(`${base}/polls`);
        await page.getByRole("heading", { name: "My polls" }).waitFor();
        await page.getByRole("link", { name: "Lunch", exact: true }).click();
        await page.waitForURL(`${base}/p/${poll.adminHash}/admin`);
        await page.goto(`${base}/polls/new`);
        await page.getByRole("heading").first().waitFor();
        await page.goto(`${base}/p/${poll.adminHash}/admin#share`);
        const code = await page.getByRole("textbox", { name: "Paste this code" }).inputValue();
        expect(code).toContain(`src="${base}/p/${poll.memberHash}"`);
        expect(code).toContain(`src="${base}/embed.js"`);
        await page.goto(`${base}/account`);
        await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
        await page.waitForURL(`${base}/`);
        await page.goto(`${base}/docs`);
        expect(await page.evaluate<number>("document.styleSheets.length")).toBe(1);
        expect(outside).toEqual([]);
      });

      test("a poll in a frame of another site accepts a vote", async () => {
        const poll = await newPoll((await signUp(gateway.db)).id);
        const site = createServer((_request, response) => {
          response.setHeader("Content-Type", "text/html");
          response.end(
            `<!doctype html><title>Club</title><iframe src="${base}/p/${poll.memberHash}" title="Poll" width="600" height="50"></iframe><script async src="${base}/embed.js"></script>`,
          );
        });
        await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
        atFileEnd("the site", async () => void site.close());
        const { port } = site.address() as AddressInfo;
        const page = watch(await open(`http://127.0.0.1:${port}/`));
        const soup = page.frameLocator("iframe").locator("li.option", { hasText: "Soup" });
        await soup.getByLabel("Yes", { exact: true }).click();
        await soup.getByText("Saved").waitFor();
        const height = () =>
          page.evaluate<number>("document.querySelector('iframe').getBoundingClientRect().height");
        await waitFor(async () => (await height()) > 200, { what: "the frame is sized" });
        expect(outside).toEqual([]);
      });
    });
  });
});
