import { once } from "node:events";
import http from "node:http";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";
import { type MailMessage, parseMessage } from "./parse-message";

export interface MailSinkOptions {
  readonly smtpPort?: number;
  readonly httpPort?: number;
}

/** Maximum number of stored mails. The oldest are deleted. */
const KEPT = 500;
const LARGEST_BYTES = 30_000_000;
const HOST = "127.0.0.1";

interface Kept {
  readonly message: MailMessage;
  readonly source: Buffer;
}

export type RunningMailSink = Awaited<ReturnType<typeof startMailSink>>;

/**
 * A mail server on this machine that accepts every mail, delivers none, and shows them. For
 * development and tests.
 */
export async function startMailSink(options: MailSinkOptions = {}) {
  const kept: Kept[] = [];
  let count = 0;
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    size: LARGEST_BYTES,
    onAuth: (_auth, _session, callback) => callback(null, { user: "anybody" }),
    onData(stream, session, callback) {
      const take = async () => {
        const source = await readAll(stream);
        for (const { address } of session.envelope.rcptTo) {
          count += 1;
          const message = await parseMessage(String(count), source, address, new Date());
          kept.unshift({ message, source });
        }
        kept.splice(KEPT);
      };
      take().then(
        () => callback(),
        (error: Error) => callback(error),
      );
    },
  });
  // A client that disconnects is not an error.
  smtp.on("error", () => undefined);
  const smtpServer = smtp.listen(options.smtpPort ?? 0, HOST);
  await once(smtpServer, "listening");

  const web = http.createServer((request, response) => {
    // Refuses requests from pages of other sites, which use another host name.
    if (request.headers.host !== `${HOST}:${request.socket.localPort}`) {
      response.statusCode = 403;
      response.end();
      return;
    }
    const { pathname } = new URL(request.url ?? "/", "http://sink");
    const [, id] = /^\/messages\/(\d+)\/source$/.exec(pathname) ?? [];
    const found = kept.find(({ message }) => message.id === id);
    if (pathname === "/messages") {
      response.setHeader("Content-Type", "application/json; charset=utf-8");
      response.end(JSON.stringify(kept.map(({ message }) => message)));
    } else if (found !== undefined) {
      response.setHeader("Content-Type", "text/plain; charset=utf-8");
      response.end(found.source);
    } else {
      response.statusCode = 404;
      response.end();
    }
  });
  web.listen(options.httpPort ?? 0, HOST);
  await once(web, "listening");

  return {
    smtpUrl: `smtp://${HOST}:${portOf(smtpServer)}`,
    /** The address of the inbox: `/messages` and `/messages/{id}/source`. */
    url: `http://${HOST}:${portOf(web)}`,
    /** The stored mails, newest first. */
    messages: () => kept.map(({ message }) => message),
    async stop() {
      await new Promise<void>((resolve) => smtp.close(() => resolve()));
      web.closeAllConnections();
      await new Promise<void>((resolve) => web.close(() => resolve()));
    },
  };
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  if (stream.sizeExceeded) throw Object.assign(new Error("too large"), { responseCode: 552 });
  return Buffer.concat(chunks);
}

function portOf(server: { address: () => ReturnType<http.Server["address"]> }): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
