import { once } from "node:events";
import net from "node:net";
import { type RunningMailSink, startMailSink } from "./start-mail-sink";

let sink: RunningMailSink;
beforeAll(async () => {
  sink = await startMailSink();
});
afterAll(() => sink.stop());

/** Sends SMTP lines. Each line is sent after the response to the previous one. */
async function say(...lines: readonly string[]): Promise<void> {
  const { port, hostname } = new URL(sink.smtpUrl);
  const socket = net.connect(Number(port), hostname);
  for (const line of ["", ...lines]) {
    if (line !== "") socket.write(`${line}\r\n`);
    await once(socket, "data");
  }
  socket.destroy();
}

const message = [
  "From: Polls <polls@example.org>",
  "To: ada@example.net",
  "Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=",
  "MIME-Version: 1.0",
  'Content-Type: multipart/mixed; boundary="b"',
  "",
  "--b",
  "Content-Type: text/plain; charset=utf-8",
  "",
  "Open https://polls.example/opt-in/abc or https://polls.example/opt-in/abc.",
  "--b",
  "Content-Type: text/html; charset=utf-8",
  "",
  "<p>Open <a href='https://polls.example/opt-in/abc'>it</a></p>",
  "--b",
  'Content-Type: text/csv; name="a.csv"',
  'Content-Disposition: attachment; filename="a.csv"',
  "",
  "a,b",
  "--b--",
].join("\r\n");

test("a mail is stored parsed and as its source, for the recipient in its envelope", async () => {
  await say(
    "EHLO test",
    "MAIL FROM:<bounces@example.org>",
    "RCPT TO:<hidden@example.net>",
    "DATA",
    `${message}\r\n.`,
  );
  const response = await fetch(`${sink.url}/messages`);
  const [mail, more] = (await response.json()) as Record<string, unknown>[];
  expect(more).toBeUndefined();
  expect(mail).toMatchObject({
    to: "hidden@example.net",
    from: "polls@example.org",
    subject: "Grüße",
    text: expect.stringContaining("Open https://polls.example/opt-in/abc"),
    html: expect.stringContaining("<p>Open"),
    attachments: [{ name: "a.csv", contentType: "text/csv", bytes: expect.any(Number) }],
  });
  expect(mail?.links).toContain("https://polls.example/opt-in/abc");
  const source = await (await fetch(`${sink.url}/messages/${mail?.id}/source`)).text();
  expect(source).toContain("Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=");
  for (const path of ["/messages/99/source", "/", "/messages/../x"]) {
    expect((await fetch(`${sink.url}${path}`)).status).toBe(404);
  }
});

test("the mail sink listens on this machine only", () => {
  for (const url of [sink.url, sink.smtpUrl]) expect(new URL(url).hostname).toBe("127.0.0.1");
});
