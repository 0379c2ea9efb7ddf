// Covers docs/reference/pages.md: embedding, frames-without-cookies

import type { Poll } from "@polls/domain/polls";
import { atFileEnd, buildOption, waitFor } from "@polls/testing";
import type { Frame, FrameLocator, Page } from "playwright-core";
import { buildWebAssets, freePort, phone, shareBrowser } from "../../../testing/browse";
import { describeWithBrowser } from "../../../testing/check-pages";
import { ownPage } from "../../../testing/own-page";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";
import { startTlsFront, type TlsFront } from "../../../testing/tls-front";

describeWithBrowser("a poll on a page of another site", () => {
  let port: number;
  let front: TlsFront;
  const gateway = shareGateway(async () => {
    port = await freePort();
    front = await startTlsFront(port);
    atFileEnd("the front", () => front.close());
    return { webAssets: await buildWebAssets(), env: { BASE_URL: urlOf("polls.example") } };
  });
  const owner = shareAccount(gateway);
  beforeAll(() => front.forward("polls.example", gateway.url));
  const { open } = shareBrowser(["--host-resolver-rules=MAP *.example 127.0.0.1"]);
  beforeEach(() => {
    front.cookies = true;
  });

  const urlOf = (host: string, path = "") => `https://${host}:${port}${path}`;
  const visit = (host: string, path = "/", options = {}) =>
    open(urlOf(host, path), { ignoreHTTPSErrors: true, ...options });

  async function newPoll(settings: Readonly<Record<string, unknown>> = {}): Promise<Poll> {
    const poll = await owner.buildPoll({
      title: "Where shall we eat?",
      settings: { require_voter_name: false, ...settings },
    });
    for (const content of ["Soup", "Rice", "Cake"])
      await buildOption(gateway.db, poll, { content });
    return poll;
  }

  /** Serves the page of another site, with the embed code of the admin page. */
  async function embedOn(host: string, poll: Poll): Promise<void> {
    const admin = await visit("polls.example", `/p/${poll.adminHash}/admin#share`);
    const code = await admin.getByRole("textbox", { name: "Paste this code" }).inputValue();
    await admin.context().close();
    show(host, code);
  }
  const show = (host: string, code: string) =>
    front.show(
      host,
      `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Club</title><h1>Our club</h1>\n${code}\n</html>`,
    );

  const frameOf = (page: Page): FrameLocator => page.frameLocator("iframe");
  const soup = (frame: FrameLocator) => frame.locator("li.option", { hasText: "Soup" });
  const yes = (frame: FrameLocator) => soup(frame).getByLabel("Yes", { exact: true });
  async function voteYes(frame: FrameLocator): Promise<void> {
    await yes(frame).click();
    await soup(frame).getByText("Saved").waitFor();
  }
  const participantsOf = ({ id }: Poll) =>
    gateway.db.prisma.participant.count({ where: { pollId: id } });
  async function inside(page: Page): Promise<Frame> {
    const frame = await (await page.locator("iframe").elementHandle())?.contentFrame();
    if (frame == null) throw new Error("there is no frame");
    return frame;
  }
  const heightOf = (page: Page) =>
    page.evaluate<number>("document.querySelector('iframe').getBoundingClientRect().height");
  /** Waits until the frame is as high as its content. Returns the height. */
  async function fits(page: Page): Promise<number> {
    const frame = await inside(page);
    const isFit = () => frame.evaluate<boolean>("document.body.offsetHeight === innerHeight");
    await waitFor(isFit, { what: "a frame as high as its content" });
    return heightOf(page);
  }

  test("accepts a vote, and recognizes the visitor after a reload", async () => {
    const poll = await newPoll({ allowed_hosts: ["club.example"] });
    await embedOn("club.example", poll);
    const page = await visit("club.example");
    await voteYes(frameOf(page));
    await page.reload();
    await soup(frameOf(page)).waitFor();
    expect(await yes(frameOf(page)).isChecked()).toBe(true);
    await frameOf(page).getByRole("link", { name: "See the results" }).click();
    await frameOf(page).locator(".bars").getByText("Yes: 1 (100%)", { exact: true }).waitFor();
    expect(await participantsOf(poll)).toBe(1);
    const kept = await page.context().cookies();
    expect(kept.map(({ name, sameSite, secure }) => ({ name, sameSite, secure }))).toEqual([
      { name: "__Host-framed_visitor", sameSite: "None", secure: true },
    ]);
  });

  test("recognizes a visitor only on one site", async () => {
    const poll = await newPoll();
    await embedOn("club.example", poll);
    await embedOn("choir.example", poll);
    const page = await visit("club.example");
    await voteYes(frameOf(page));
    await page.goto(urlOf("choir.example"));
    await soup(frameOf(page)).waitFor();
    expect(await yes(frameOf(page)).isChecked()).toBe(false);
    await page.goto(urlOf("club.example"));
    await soup(frameOf(page)).waitFor();
    expect(await yes(frameOf(page)).isChecked()).toBe(true);
  });

  test("recognizes a visitor without cookies, after reloads of the frame and on links in it", async () => {
    front.cookies = false;
    const poll = await newPoll();
    await embedOn("club.example", poll);
    const page = await visit("club.example");
    await voteYes(frameOf(page));
    const frame = await inside(page);
    await Promise.all([frame.waitForNavigation(), frame.evaluate("location.reload()")]);
    await soup(frameOf(page)).waitFor();
    expect(await yes(frameOf(page)).isChecked()).toBe(true);
    await frameOf(page).getByRole("link", { name: "See the results" }).click();
    await frameOf(page).locator(".bars").getByText("Yes: 1 (100%)", { exact: true }).waitFor();
    await frameOf(page).getByRole("link", { name: "Back to the poll" }).click();
    await soup(frameOf(page)).waitFor();
    expect(await yes(frameOf(page)).isChecked()).toBe(true);
    await soup(frameOf(page)).getByLabel("No", { exact: true }).click();
    await soup(frameOf(page)).getByText("Saved").waitFor();
    await (await inside(page)).evaluate("history.back()");
    await frameOf(page).locator(".bars").waitFor();
    expect(await participantsOf(poll)).toBe(1);
  });

  test("does not accept a visitor from the surrounding page", async () => {
    front.cookies = false;
    const poll = await newPoll();
    const exchange = `POST /session/token?poll=${poll.memberHash}&frame=true`;
    const headers = { ...ownPage, Origin: urlOf("polls.example") };
    const { token, session } = (await gateway.request(exchange, { headers })).body;
    const voters = `POST /api/v1/polls/${poll.memberHash}/voters`;
    await gateway.request(voters, { token, body: { voter: {} } });
    const address = urlOf("polls.example", `/p/${poll.memberHash}#visitor=${session}`);
    show("evil.example", `<iframe name="visitor=${session}" src="${address}"></iframe>`);
    const page = await visit("evil.example");
    await voteYes(frameOf(page));
    expect(await participantsOf(poll)).toBe(2);
  });

  test.each([
    ["a wide screen", {}],
    ["a phone", phone],
  ])("is as high as its content, on %s", async (_screen, options) => {
    const poll = await newPoll();
    await embedOn("club.example", poll);
    const page = await visit("club.example", "/", options);
    await soup(frameOf(page)).waitFor();
    const before = await fits(page);
    // On a wide screen two stand beside each other.
    for (const content of ["Cake", "Tea"]) await buildOption(gateway.db, poll, { content });
    await page.reload();
    await frameOf(page).locator("li.option", { hasText: "Tea" }).waitFor();
    expect(await fits(page)).toBeGreaterThan(before);
    const results = frameOf(page).getByRole("link", { name: "See the results" });
    await results.click();
    await frameOf(page).locator(".bars").waitFor();
    await fits(page);
  });

  test("is sized only by its own messages, and sends its height only to the surrounding page", async () => {
    const poll = await newPoll();
    await embedOn("club.example", poll);
    const page = await visit("club.example");
    await soup(frameOf(page)).waitFor();
    const height = await fits(page);
    await page.evaluate(`new Promise((resolve) => {
      addEventListener("message", () => resolve(), { once: true });
      postMessage({ polls: { height: 7 } }, "*");
    })`);
    expect(await heightOf(page)).toBe(height);
    const frame = await inside(page);
    const heard = await frame.evaluate(`new Promise((resolve) => {
      const heard = [];
      addEventListener("message", ({ data }) => {
        heard.push(data);
        if (data === "end") resolve(heard);
      });
      postMessage({ polls: "height" }, "*");
      postMessage("end", "*");
    })`);
    expect(heard).toEqual([{ polls: "height" }, "end"]);
  });

  test("opens pages that cannot be framed in a tab", async () => {
    const poll = await newPoll({ terms: "Be kind." });
    await embedOn("club.example", poll);
    const page = await visit("club.example");
    await soup(frameOf(page)).waitFor();
    const frame = await inside(page);
    await frame.evaluate(
      `document.querySelector("main").insertAdjacentHTML("beforeend", '<a href="/pay/x">Pay now</a>')`,
    );
    const [tab] = await Promise.all([
      page.waitForEvent("popup"),
      frameOf(page).getByRole("link", { name: "Pay now" }).click(),
    ]);
    expect(tab.url()).toBe(urlOf("polls.example", "/pay/x"));
    await soup(frameOf(page)).waitFor();
  });

  test("is not displayed on a site that the poll does not allow", async () => {
    const poll = await newPoll({ allowed_hosts: ["club.example"] });
    await embedOn("evil.example", poll);
    const page = await visit("evil.example");
    expect((await inside(page)).url()).toMatch(/^chrome-error:/);
  });
});
