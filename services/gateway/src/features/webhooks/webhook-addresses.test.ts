// Covers docs/reference/webhooks.md: addresses
// Covers docs/reliability.md: outgoing-requests, webhooks-as-a-weapon

import { buildOrganization, buildPoll } from "@polls/testing";
import { answered } from "../../../testing/answered";
import { path, shareWebhooks, url } from "../../../testing/share-webhooks";
import { signUp } from "../../../testing/sign-up";

const { gateway, make, anotherUrl } = shareWebhooks();

describe("the URL of a webhook", () => {
  const taken = (url: string) => [422, "webhook_address_taken", url];
  const making = async (token: string, webhook: object, organization?: string) => {
    const { status, body } = await make(token, webhook, organization);
    return status === 201 ? 201 : [status, body.code, Object.keys(body.errors).join()];
  };

  test("may occur once for a poll, in any spelling", async () => {
    const { privateToken: token, id } = await signUp(gateway.db);
    const poll = await buildPoll(gateway.db, { ownerAccountId: id });
    const one = { poll_id: poll.memberHash, url: "https://client.example/hook" };
    expect(await making(token, one)).toBe(201);
    for (const same of [
      "https://client.example/hook",
      "https://CLIENT.example:443/hook#part",
      "https://client.example./a/../hook?",
    ]) {
      expect(await making(token, { ...one, url: same })).toEqual(taken("url"));
      const byAdminHash = { url: same, poll_id: poll.adminHash, events: ["poll.deleted"] };
      expect(await making(token, byAdminHash)).toEqual(taken("url"));
      expect(await making(token, { url: same })).toEqual(taken("url"));
    }
    expect(await making(token, { ...one, url: "https://client.example/hook?other" })).toBe(201);
  });

  test("may be used for another poll, or by another owner", async () => {
    const { privateToken: token, id } = await signUp(gateway.db);
    const address = "https://client.example/hook";
    for (let n = 0; n < 2; n++) {
      const poll = await buildPoll(gateway.db, { ownerAccountId: id });
      expect(await making(token, { url: address, poll_id: poll.memberHash })).toBe(201);
    }
    const { publicId } = await buildOrganization(gateway.db, { members: [[id, "owner"]] });
    expect(await making(token, { url: address }, publicId)).toBe(201);
    expect(await making((await signUp(gateway.db)).privateToken, { url: address })).toBe(201);
  });

  test("of a webhook for all polls is taken for each of them, until the webhook is deleted", async () => {
    const { privateToken: token, id } = await signUp(gateway.db);
    const poll = await buildPoll(gateway.db, { ownerAccountId: id });
    const { body } = await make(token, { url });
    await gateway.as({ token }, `PATCH ${path}/${body.id}`, { webhook: { status: "off" } });
    const ofPoll = { url, poll_id: poll.memberHash };
    expect(await making(token, ofPoll)).toEqual(taken("url"));
    await gateway.request(`DELETE ${path}/${body.id}`, { token });
    expect(await making(token, ofPoll)).toBe(201);
  });

  test("cannot be changed to one that is taken", async () => {
    const { privateToken: token } = await signUp(gateway.db);
    expect(await making(token, { url })).toBe(201);
    const { body } = await make(token, { url: anotherUrl() });
    const change = (changed: string) =>
      gateway.request(`PATCH ${path}/${body.id}`, { token, body: { webhook: { url: changed } } });
    const refused = await change(`${url}#part`);
    expect([refused.status, refused.body.code]).toEqual([422, "webhook_address_taken"]);
    expect((await change(body.url)).status).toBe(200);
    expect((await change(anotherUrl())).status).toBe(200);
  });

  test("is only given to one of several concurrent requests", async () => {
    const { privateToken: token } = await signUp(gateway.db);
    const { body } = await make(token, { url: anotherUrl() });
    const move = () => gateway.as({ token }, `PATCH ${path}/${body.id}`, { webhook: { url } });
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, () => answered(() => make(token, { url }))),
      answered(move),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  });
});
