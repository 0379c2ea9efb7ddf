// Covers docs/reference/pages.md: addresses-of-the-service

import { request as send } from "node:http";
import { buildAttachment, buildOption, buildPoll } from "@polls/testing";
import { shareGateway } from "../../../testing/share-gateway";
import { signUp } from "../../../testing/sign-up";
import { TEST_BASE_URL } from "../../../testing/start-gateway";

/** Requests with a `Host` of their own, which `fetch` cannot send. */
describe("a page under another address than BASE_URL", () => {
  let ownerAccountId: bigint;
  const gateway = shareGateway({
    env: {
      TRUSTED_PROXIES: "127.0.0.0/8, ::1",
      BASE_URLS: "https://polls.example, https://votes.example",
      LOG_LEVEL: "silent",
    },
  });
  beforeAll(async () => {
    ownerAccountId = (await signUp(gateway.db)).id;
  });

  const ask = (
    line: string,
    headers: Readonly<Record<string, string>>,
    body?: object,
  ): Promise<{ readonly status: number; readonly cookie: string; readonly text: string }> =>
    new Promise((resolve, reject) => {
      const [method, path] = line.split(" ");
      const type = body && { "Content-Type": "application/json" };
      const options = { port: gateway.port, method, path, headers: { ...headers, ...type } };
      const sent = send(options, async (response) => {
        let text = "";
        for await (const part of response.setEncoding("utf8")) text += part;
        const cookie = response.headers["set-cookie"]?.[0] ?? "";
        resolve({ status: response.statusCode ?? 0, cookie, text });
      });
      sent.on("error", reject).end(body && JSON.stringify(body));
    });

  const https = { "X-Forwarded-Proto": "https" };
  test.each<[string, Readonly<Record<string, string>>, boolean]>([
    ["in a network", { Host: "server:3000", Origin: "http://server:3000" }, false],
    [
      "behind a proxy that ends TLS",
      { Host: "votes.lan", Origin: "https://votes.lan", "Sec-Fetch-Site": "same-origin", ...https },
      true,
    ],
    [
      "behind a proxy that changes the host, in a browser that says the site",
      { Host: "gateway", Origin: "https://votes.lan", "Sec-Fetch-Site": "same-origin" },
      true,
    ],
    [
      "behind a proxy that changes the host and says so, in an older browser",
      { Host: "gateway", "X-Forwarded-Host": "votes.lan", Origin: "https://votes.lan", ...https },
      true,
    ],
    [
      "of BASE_URLS, behind a proxy that says nothing",
      { Host: "gateway", Origin: "https://votes.example" },
      false,
    ],
  ])("%s votes", async (_case, headers, isSecure) => {
    const poll = await buildPoll(gateway.db, {
      ownerAccountId,
      settings: { allowed_hosts: ["elsewhere.example"] },
    });
    const option = await buildOption(gateway.db, poll);
    const exchanged = await ask(`POST /session/token?poll=${poll.memberHash}`, headers);
    expect(exchanged.status).toBe(200);
    expect([
      exchanged.cookie.startsWith("__Host-visitor="),
      exchanged.cookie.endsWith("; Secure"),
    ]).toEqual([isSecure, isSecure]);
    const { token } = JSON.parse(exchanged.text);

    const withToken = { ...headers, Authorization: `Bearer ${token}` };
    const path = `/api/v1/polls/${poll.memberHash}`;
    const voter = await ask(`POST ${path}/voters`, withToken, { voter: { user_name: "Ada" } });
    const vote = await ask(`POST ${path}/votes`, withToken, {
      voter_id: JSON.parse(voter.text).id,
      option_id: option.publicId,
      vote: { vote: 1 },
    });
    expect([voter.status, vote.status]).toEqual([201, 201]);

    const cookie = exchanged.cookie.split(";")[0] ?? "";
    const page = await ask(`GET /p/${poll.memberHash}`, { ...headers, Cookie: cookie });
    expect([page.status, page.text.includes("Ada")]).toEqual([200, true]);
  });

  test("shows files as paths, and links with BASE_URL", async () => {
    const poll = await buildPoll(gateway.db, { ownerAccountId });
    const option = await buildOption(gateway.db, poll, { type: "Options::ImageOption" });
    await buildAttachment(gateway.db, option, {
      processed: true,
      derivatives: ["thumb"],
    });
    const headers = { Host: "server:3000", Origin: "http://server:3000" };
    const { text } = await ask(`POST /session/token?poll=${poll.memberHash}`, headers);
    const { body } = await gateway.request(
      `GET /api/v1/polls/${poll.memberHash}/options/${option.publicId}`,
      { token: JSON.parse(text).token },
    );
    expect(body.attachment.attachment_url_thumb).toMatch(/^\/files\//);
    expect(body.public_url.startsWith(TEST_BASE_URL)).toBe(true);
  });

  test("is refused if neither the browser nor a proxy tells its address, and leads to BASE_URL", async () => {
    const headers = { Host: "gateway", Origin: "http://votes.lan" };
    const poll = await buildPoll(gateway.db, { ownerAccountId });
    const answer = await ask(`POST /session/token?poll=${poll.memberHash}`, headers);
    expect([answer.status, answer.cookie]).toEqual([403, ""]);
    const page = await ask(`GET /session/address?to=/p/${poll.memberHash}`, headers);
    expect(page.text).toContain(`href="${TEST_BASE_URL}/p/${poll.memberHash}"`);
  });
});
