// Covers docs/reference/requests.md: forms

import { png } from "@polls/testing";
import { shareUploads } from "../../../testing/upload-endpoint";

const { gateway, account, path } = shareUploads();

async function sendField(head: string, content: string, boundary = "boundary=b") {
  const answer = await fetch(`${gateway.url}${path()}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${account.privateToken}`,
      "Content-Type": `multipart/form-data; ${boundary}`,
    },
    body: Buffer.from(`--b\r\n${head}\r\n\r\n${content}\r\n--b--\r\n`, "latin1"),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const contentHead = 'Content-Disposition: form-data; name="option[content]"';

test.each([
  [201, "boundary=b;"],
  [201, "; ; boundary=b ;; "],
  [400, 'boundary=""'],
  [400, "boundary="],
  [400, "charset=utf-8"],
])("a form is %d with %s", async (status, boundary) => {
  const answer = await sendField(contentHead, "Tea", boundary);
  expect(answer.status).toBe(status);
});

test("the type of a file may name any character set", async () => {
  const head =
    'Content-Disposition: form-data; name="option_attachments[]"; filename="a.png"\r\nContent-Type: image/png; charset=bogus';
  expect((await sendField(head, png(30, 20).toString("latin1"))).status).toBe(201);
});

test.each([
  ["UTF-8", contentHead, "M\xc3\xbcller", "Müller"],
  ["the replacement character", contentHead, "\xef\xbf\xbd", "\ufffd"],
  ["UTF-8 by name", `${contentHead}\r\nContent-Type: text/plain; charset="UTF-8"`, "\xc3\xbc", "ü"],
  [
    "Windows-1252",
    `${contentHead};\r\ncontent-type: text/plain;charset=windows-1252`,
    "5 \x80",
    "5 €",
  ],
  [
    "Latin-1, which browsers read so",
    `${contentHead}\r\nContent-Type: text/plain; charset=ISO-8859-1; x=y`,
    "\x93\xfc\x94",
    "“ü”",
  ],
  ["another set", `${contentHead}\r\nContent-Type: text/plain; charset=koi8-r`, "\xc1", "а"],
  ["8bit", `${contentHead}\r\nContent-Transfer-Encoding: 8BIT`, "\xc3\xbc", "ü"],
])("a text in %s is decoded", async (_set, head, content, expected) => {
  const { status, body } = await sendField(head, content);
  expect([status, body]).toMatchObject([201, { body: { option: { content: expected } } }]);
});

test.each([
  ["in Latin-1", contentHead, "M\xfcller"],
  [
    "in Latin-1 that says to be UTF-8",
    `${contentHead}\r\nContent-Type: text/plain; charset=utf-8`,
    "M\xfcller",
  ],
  ["in UTF-8 that is cut", contentHead, "M\xc3"],
  ["in UTF-8 that is overlong", contentHead, "\xc0\xaf"],
  ["in UTF-8 with half a pair", contentHead, "\xed\xa0\x80"],
  [
    "in another set than it says",
    `${contentHead}\r\nContent-Type: text/plain; charset=utf-16le`,
    "\x00\xd8",
  ],
  [
    "in a set that cannot be read",
    `${contentHead}\r\nContent-Type: text/plain; charset="utf\\-8`,
    "a",
  ],
  ["with a name that is no UTF-8", 'Content-Disposition: form-data; name="option[\xfc]"', "a"],
  ["in base64", `${contentHead}\r\nContent-Transfer-Encoding: base64`, "TcO8bGxlcg=="],
])("a text %s is 400", async (_what, head, content) => {
  const { status, body } = await sendField(head, content);
  expect([status, body.code]).toEqual([400, "bad_request"]);
});

test.each(["option_attachments[]", "option_attachments", "option[attachment]"])(
  "%s as a text is not a file, and counts as none if it is empty",
  async (name) => {
    const head = `Content-Disposition: form-data; name="${name}"`;
    const { status, body } = await sendField(head, "a.png");
    expect([status, body.errors]).toEqual([422, { attachment: ["is not a file"] }]);
    expect((await sendField(head, "")).status).toBe(201);
  },
);

test("blanks after a boundary belong to it (RFC 2046)", async () => {
  const field = 'Content-Disposition: form-data; name="option[content]"\r\n\r\nTea';
  const file =
    'Content-Disposition: form-data; name="option_attachments[]"; filename="a.png"\r\n\r\n';
  const answer = await fetch(`${gateway.url}${path()}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${account.privateToken}`,
      "Content-Type": "multipart/form-data; boundary=b",
    },
    body: Buffer.concat([
      Buffer.from(`--b \t\r\n${field}\r\n--b  \r\n${file}`),
      png(30, 20),
      Buffer.from("\r\n--b-- \r\n"),
    ]),
  });
  expect([answer.status, await answer.json()]).toMatchObject([
    201,
    { body: { option: { content: "Tea" } }, uploads: [{ fileName: "a.png" }] },
  ]);
});
