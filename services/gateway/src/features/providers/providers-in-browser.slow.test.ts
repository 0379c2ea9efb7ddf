// Covers docs/reference/accounts.md: sign-in-by-a-provider
// Covers docs/reference/participants.md: proof-by-a-provider

import { buildOption, buildPoll } from "@polls/testing";
import type { BrowserContextOptions } from "playwright-core";
import { phone, shareBrowser } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { barriersOf, optionsOfPages } from "../../../testing/start-pages";
import { startProvider, type TestProvider } from "../../../testing/start-provider";

describeWithBrowser("a person with an account at a provider", () => {
  const provider = {} as TestProvider;
  const gateway = shareGateway(async () => {
    const options = await optionsOfPages();
    await startProvider({ returnsTo: options.env?.BASE_URL ?? "", shared: provider });
    return { ...options, env: { ...provider.env, ...options.env } };
  });
  const { open } = shareBrowser();
  const visit = (path: string, options?: BrowserContextOptions) =>
    open(gateway.url + path, options);

  test("signs in with the button of the provider, comes back to the page, and signs out at the provider", async () => {
    provider.person = { subject: "ada", email: "ada@example.org", email_verified: true };
    const page = await visit("/account", phone);
    await page.getByRole("link", { name: "Sign in with Example ID" }).click();
    await page.getByText("ada@example.org").waitFor();
    expect(new URL(page.url()).pathname).toBe("/account");
    await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
    await page.waitForURL((url) => url.origin === provider.issuer);
    await page.goto(`${gateway.url}/account`);
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  test("takes part in a poll after the sign-in, and finds the vote on another device", async () => {
    const { id: ownerAccountId } = await signUp(gateway.db);
    const poll = await buildPoll(gateway.db, {
      ownerAccountId,
      title: "Which tree?",
      settings: {
        access_by_provider: "oidc",
        require_voter_name: false,
        vote_type: "Votes::UpVote",
        vote_limit_per_voter: 1,
      },
    });
    await buildOption(gateway.db, poll, { content: "Oak" });
    await buildOption(gateway.db, poll, { content: "Lime" });
    provider.person = { subject: "ann" };
    const looks = { phone, desktop: { viewport: { width: 1280, height: 800 } } };
    for (const [device, options] of Object.entries(looks)) {
      const page = await visit(`/p/${poll.memberHash}`, { ...options, bypassCSP: true });
      await page.getByRole("radio", { name: "Oak" }).waitFor();
      expect(await barriersOf(page)).toEqual([]);
      await page.getByRole("link", { name: "Sign in with Example ID" }).click();
      await page.getByText("a person whom Example ID knows").waitFor();
      expect(await barriersOf(page)).toEqual([]);
      if (device === "phone") await page.getByRole("radio", { name: "Oak" }).check();
      await page.getByRole("radio", { name: "Oak", checked: true }).waitFor();
      await page.getByRole("button", { name: "Done" }).waitFor();
    }
    await expect(gateway.db.prisma.participant.count({ where: { pollId: poll.id } })).resolves.toBe(
      1,
    );
    await expect(gateway.db.prisma.vote.count({ where: { pollId: poll.id } })).resolves.toBe(1);
  });
});
