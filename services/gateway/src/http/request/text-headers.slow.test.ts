// Covers docs/reference/requests.md: texts-in-headers

import { request } from "node:http";
import { shareAccount, shareGateway } from "../../../testing/share-gateway";

/**
 * The UTF-8 bytes of a text as a Latin-1 string. Clients of Node and browsers send such a string
 * byte by byte.
 */
const utf8 = (text: string) => Buffer.from(text, "utf8").toString("latin1");

const IDENTIFIER = "X-SERVICE-USER-IDENTIFIER";
const PASSWORD = "X-SERVICE-POLL-PASSWORD";

describe("texts in headers", () => {
  const gateway = shareGateway({ env: { LOG_LEVEL: "silent" } });
  const account = shareAccount(gateway);

  const newPoll = async () =>
    (await account.buildPoll({ settings: { participant_limitation_type: "check_user" } }))
      .memberHash;

  /**
   * Returns the participant of the caller with these headers. An unknown identifier gets a new
   * participant.
   */
  async function participate(poll: string, headers: Readonly<Record<string, string>>) {
    const answer = await gateway.request(`POST /api/v1/polls/${poll}/voters`, {
      token: account.publicToken,
      headers,
      body: { voter: { user_name: "A" } },
    });
    return answer.status === 201
      ? (answer.body.voter?.id ?? answer.body.id)
      : (answer.body.voter_id ?? answer.status);
  }

  test.each(["jürgen", "sésame", "пароль", "票", "🗳", "a b%20c", "ﬃ\u2028"])(
    "the identifier %j is the same user in UTF-8, in Latin-1 and percent-encoded",
    async (text) => {
      const poll = await newPoll();
      const forms: Record<string, string>[] = [
        { [IDENTIFIER]: utf8(text) },
        { [`${IDENTIFIER}-ENCODED`]: encodeURIComponent(text) },
        { [IDENTIFIER]: utf8(text), [`${IDENTIFIER}-ENCODED`]: encodeURIComponent(text) },
      ];
      // `fetch` and Node send such a text in Latin-1. Its bytes are no valid UTF-8.
      if (/^[ -\u00ff]*$/.test(text)) forms.push({ [IDENTIFIER]: text });
      const participants = [];
      for (const headers of forms) participants.push(await participate(poll, headers));
      expect(participants[0]).toEqual(expect.stringMatching(/^[\w-]{22}$/));
      expect(new Set(participants).size).toBe(1);
      expect(await participate(poll, { [IDENTIFIER]: "another" })).not.toBe(participants[0]);
    },
  );

  test.each(["jürgen", "sésame", "пароль", " padded "])(
    "the poll password %j is accepted in UTF-8, in Latin-1 and percent-encoded",
    async (text) => {
      const poll = await newPoll();
      const set = await gateway.as(account, `PATCH /api/v1/polls/${poll}`, {
        poll: { password: text.trim() },
      });
      expect(set.status).toBe(200);
      let voters = 0;
      const vote = (headers: Record<string, string>) =>
        gateway.request(`POST /api/v1/polls/${poll}/voters`, {
          token: account.publicToken,
          headers: { [IDENTIFIER]: `voter ${voters++}`, ...headers },
          body: { voter: { user_name: "A" } },
        });
      const encoded = { [`${PASSWORD}-ENCODED`]: encodeURIComponent(text.trim()) };
      expect((await vote({ [PASSWORD]: utf8(text) })).status).toBe(201);
      expect((await vote(encoded)).status).toBe(201);
      if (/^[ -\u00ff]*$/.test(text)) {
        expect((await vote({ [PASSWORD]: text })).status).toBe(201);
      }
      expect((await vote({ [PASSWORD]: `${utf8(text)}x` })).body.code).toBe("poll_password_wrong");
    },
  );

  test("an empty header counts as absent if its encoded form is given", async () => {
    const poll = await newPoll();
    const known = await participate(poll, { [IDENTIFIER]: "known" });
    const both = { [IDENTIFIER]: "", [`${IDENTIFIER}-ENCODED`]: "known" };
    expect(await participate(poll, both)).toBe(known);
  });

  const encodedIdentifier = (value: string) => ({ [`${IDENTIFIER}-ENCODED`]: value });
  test.each<[string, Record<string, string>, string]>([
    ["a tab", { [IDENTIFIER]: "a\tb" }, "has a control character"],
    ["a tab in the password", { [PASSWORD]: "a\tb" }, "has a control character"],
    ["an encoded line feed", encodedIdentifier("a%0Ab"), "has a control character"],
    ["an encoded character 0", encodedIdentifier("%00"), "has a control character"],
    ["an encoded delete character", encodedIdentifier("a%7F"), "has a control character"],
    ["an incomplete percent-encoding", encodedIdentifier("a%2"), "is not valid percent-encoding"],
    ["a text that is not UTF-8", encodedIdentifier("%FF"), "is not UTF-8"],
    ["an invalid percent-encoding", encodedIdentifier("%zz"), "is not valid percent-encoding"],
    [
      "a character that must be encoded",
      encodedIdentifier("jürgen"),
      "is not valid percent-encoding",
    ],
    [
      "two forms with different texts",
      { [IDENTIFIER]: "jurgen", ...encodedIdentifier("j%C3%BCrgen") },
      "is given in two forms that differ",
    ],
    [
      "256 bytes after decoding",
      encodedIdentifier("%C3%BC".repeat(128)),
      "must have at most 255 bytes",
    ],
  ])("%s is 400", async (_case, headers, why) => {
    const answer = await gateway.request(`GET /api/v1/polls/${await newPoll()}`, {
      token: account.publicToken,
      headers,
    });
    expect([answer.status, answer.body]).toEqual([
      400,
      { error: expect.stringContaining(why), code: "bad_request" },
    ]);
    expect(answer.text).not.toContain("rgen");
  });

  test("a repeated encoded header is 400", async () => {
    const status = await new Promise((resolve, reject) => {
      const sent = request(
        `${gateway.url}/api/v1/polls`,
        {
          headers: [
            ...["Host", "polls.example", "Authorization", `Bearer ${account.publicToken}`],
            ...[`${IDENTIFIER}-ENCODED`, "a", `${IDENTIFIER}-ENCODED`, "a"],
          ],
        },
        (response) => resolve(response.resume().statusCode),
      );
      sent.on("error", reject).end();
    });
    expect(status).toBe(400);
  });
});
