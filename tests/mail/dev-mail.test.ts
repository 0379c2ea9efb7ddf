import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { type RunningMailSink, startMailSink } from "@polls/devstack";
import { atFileEnd } from "@polls/testing";
import { shareGateway } from "../../services/gateway/testing/share-gateway";

let sink: RunningMailSink;
const gateway = shareGateway(async () => {
  sink = await startMailSink();
  atFileEnd("the inbox", () => sink.stop());
  return { env: { DEV_MAIL_URL: sink.url } };
});
beforeAll(async () => {
  await sendMail(
    [
      "From: polls@example.org",
      "To: ada@example.net",
      'Subject: <script>alert("subject")</script>',
      "MIME-Version: 1.0",
      'Content-Type: multipart/alternative; boundary="b"',
      "",
      "--b",
      "Content-Type: text/plain",
      "",
      "Text https://polls.example/x",
      "--b",
      "Content-Type: text/html",
      "",
      "<p>Mail</p><script>alert(1)</script>",
      "--b--",
    ].join("\r\n"),
  );
});
/** Sends a mail to the inbox line by line, each line after the response to the previous one. */
async function sendMail(message: string): Promise<void> {
  const { port, hostname } = new URL(sink.smtpUrl);
  const socket = net.connect(Number(port), hostname);
  await once(socket, "data");
  const lines = [
    ...["EHLO test", "MAIL FROM:<polls@example.org>", "RCPT TO:<ada@example.net>", "DATA"],
    `${message}\r\n.`,
  ];
  for (const line of lines) {
    socket.write(`${line}\r\n`);
    await once(socket, "data");
  }
  socket.destroy();
}

test("mails are available as JSON", async () => {
  const { status, body } = await gateway.request("GET /dev/mail/messages");
  expect(status).toBe(200);
  expect(body).toEqual([
    {
      id: "1",
      to: "ada@example.net",
      from: "polls@example.org",
      subject: `<script>alert("subject")</script>`,
      text: expect.stringContaining("Text"),
      html: expect.stringContaining("Mail"),
      links: ["https://polls.example/x"],
      attachments: [],
      received_at: expect.any(String),
    },
  ]);
});

test("the inbox and a mail are pages that escape the texts of mails", async () => {
  for (const path of ["/dev/mail", "/dev/mail/1"]) {
    const { status, text, headers } = await gateway.request(`GET ${path}`);
    expect(status).toBe(200);
    expect(text).toContain("&lt;script&gt;");
    expect(text).not.toContain("<script");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  }
  expect((await gateway.request("GET /dev/mail/2")).status).toBe(404);
});

test("a mail's HTML is shown in a sandbox without scripts; its source is plain text", async () => {
  const { text } = await gateway.request("GET /dev/mail/1");
  expect(text).toMatch(/<iframe[^>]* sandbox="allow-popups allow-popups-to-escape-sandbox"/);
  expect(text).toContain('<a href="https://polls.example/x" target="_blank">');
  const shown = await gateway.request("GET /dev/mail/1/html");
  expect(shown.text).toMatch(/^<base target="_blank"><p>Mail/);
  const policy = shown.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("sandbox");
  expect(policy).not.toContain("allow-scripts");
  const source = await gateway.request("GET /dev/mail/1/source");
  expect(source.headers.get("content-type")).toContain("text/plain");
  expect(source.text).toContain("Subject:");
});

test("without an inbox there is no page, and production refuses an inbox", async () => {
  const plain = await gateway.startAnother();
  expect((await plain.request("GET /dev/mail")).status).toBe(404);
  expect((await plain.request("GET /dev/mail/messages")).status).toBe(404);
  const env = { NODE_ENV: "production", DEV_MAIL_URL: sink.url };
  await expect(gateway.startAnother({ env })).rejects.toThrow(
    "DEV_MAIL_URL is not allowed in production",
  );
});

describe("the inbox is for pages of this machine", () => {
  /** `fetch` sets `Host` itself. */
  const ask = (path: string, headers: Readonly<Record<string, string>>) =>
    new Promise<http.IncomingMessage>((resolve, reject) => {
      http
        .get(`${gateway.url}${path}`, { headers }, (response) => resolve(response.resume()))
        .on("error", reject);
    });
  const paths = [
    ...["/dev/mail", "/dev/mail/messages", "/dev/mail/1", "/dev/mail/1/html"],
    "/dev/mail/1/source",
  ];

  test.each(paths)("%s answers no other name and no other origin", async (path) => {
    for (const host of ["localhost:3000", "127.0.0.1", "[::1]:3000", "polls.example"]) {
      const answer = await ask(path, { Host: host });
      expect([host, answer.statusCode]).toEqual([host, 200]);
      expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
      expect(answer.headers["cross-origin-resource-policy"]).toBe("same-origin");
    }
    for (const host of ["evil.example", "localhost.evil.example", "127.0.0.1.nip.io:3000", "a b"]) {
      expect([host, (await ask(path, { Host: host })).statusCode]).toEqual([host, 404]);
    }
    const from = async (origin: string) =>
      (await ask(path, { Host: "localhost:3000", Origin: origin })).statusCode;
    expect(await from("http://localhost:3000")).toBe(200);
    for (const origin of ["https://evil.example", "http://localhost:8080", "null"]) {
      expect([origin, await from(origin)]).toEqual([origin, 404]);
    }
  });

  test("the inbox itself refuses other host names too", async () => {
    const { hostname, port } = new URL(sink.url);
    const status = await new Promise((resolve, reject) => {
      http
        .get({ hostname, port, path: "/messages", headers: { Host: "evil.example" } }, (response) =>
          resolve(response.resume().statusCode),
        )
        .on("error", reject);
    });
    expect(status).toBe(403);
  });
});
