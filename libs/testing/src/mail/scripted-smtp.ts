import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { atFileEnd } from "../at-file-end";

/** A step of an SMTP conversation at which the server may deviate from success. */
export type SmtpStep = "connect" | "mail" | "rcpt" | "data";

/** What the server does at the step: it sends a specific response, stays silent, or disconnects. */
export type SmtpFault =
  | { readonly code: number; readonly text: string }
  | "hang"
  /** Sends a response byte by byte that has no end. */
  | "trickle"
  /** Disconnects after storing the message, so that the sender cannot know the result. */
  | "drop";

export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
  readonly mail: Email;
}

export interface SmtpScript {
  /** Called at every step. Undefined means success. `recipient` is known from `rcpt` on. */
  readonly script?: (
    step: SmtpStep,
    recipient: string,
  ) => SmtpFault | undefined | Promise<SmtpFault | undefined>;
  /** Offers STARTTLS and requires these credentials. */
  readonly login?: { readonly user: string } & (
    | { readonly pass: string }
    | { readonly accessToken: string }
  );
  readonly starttls?: { readonly key: string; readonly cert: string };
}

export type ScriptedSmtp = Awaited<ReturnType<typeof startScriptedSmtp>>;

/** Starts an SMTP server that fails as scripted. It ends with the test file. */
export async function startScriptedSmtp(options: SmtpScript = {}) {
  const { script = () => undefined, login, starttls } = options;
  const taken: TakenMail[] = [];
  const seen = { connect: 0, mail: 0, rcpt: 0, data: 0 };

  const act = async (
    step: SmtpStep,
    session: SMTPServerSession,
    callback: (error?: Error | null) => void,
    recipient = "",
    keep: () => Promise<void> = async () => undefined,
  ) => {
    seen[step] += 1;
    const fault = await script(step, recipient);
    if (fault === "hang") return;
    if (fault === "trickle") return trickle(server, session);
    if (fault === "drop") {
      await keep();
      return end(server, session);
    }
    if (fault !== undefined) {
      return callback(Object.assign(new Error(fault.text), { responseCode: fault.code }));
    }
    await keep();
    return callback();
  };

  const server = new SMTPServer({
    authOptional: login === undefined,
    disableReverseLookup: true,
    logger: false,
    ...(starttls === undefined ? { disabledCommands: ["STARTTLS"] } : { ...starttls }),
    allowInsecureAuth: true,
    authMethods: login !== undefined && "accessToken" in login ? ["XOAUTH2"] : ["PLAIN", "LOGIN"],
    onAuth: ({ username, password, accessToken }, _session, callback) =>
      login !== undefined &&
      username === login.user &&
      ("pass" in login ? password === login.pass : accessToken === login.accessToken)
        ? callback(null, { user: "polls" })
        : callback(Object.assign(new Error("535 5.7.8 wrong"), { responseCode: 535 })),
    onConnect: (session, callback) => void act("connect", session, callback),
    onMailFrom: (_address, session, callback) => void act("mail", session, callback),
    onRcptTo: ({ address }, session, callback) => void act("rcpt", session, callback, address),
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        void act("data", session, callback, to[0], async () => {
          const source = Buffer.concat(chunks);
          const { mailFrom } = session.envelope;
          taken.push({
            from: mailFrom === false ? "" : mailFrom.address,
            to,
            source: source.toString("utf8"),
            mail: await PostalMime.parse(source),
          });
        });
      });
    },
  });
  server.on("error", () => undefined);
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= new Promise((resolve) => {
      for (const { socket } of connectionsOf(server)) socket.destroy();
      server.close(() => resolve());
    });
    return closed;
  };
  atFileEnd(`mail server on port ${port}`, close);
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    /** The accepted mails in order of arrival. */
    taken,
    /** How many conversations reached each step. */
    seen,
    close,
  };
}

interface Connection {
  readonly session: SMTPServerSession;
  readonly socket: Socket;
}

/** The open connections of the server, which the types of the library do not declare. */
function connectionsOf(server: SMTPServer): Connection[] {
  const { connections } = server as unknown as {
    readonly connections: Iterable<{ session: SMTPServerSession; _socket: Socket }>;
  };
  return [...connections].map(({ session, _socket: socket }) => ({ session, socket }));
}

const socketOf = (server: SMTPServer, session: SMTPServerSession): Socket | undefined =>
  connectionsOf(server).find((one) => one.session.id === session.id)?.socket;

function end(server: SMTPServer, session: SMTPServerSession): void {
  socketOf(server, session)?.destroy();
}

const TRICKLE_MS = 50;

function trickle(server: SMTPServer, session: SMTPServerSession): void {
  const socket = socketOf(server, session);
  const timer = setInterval(() => socket?.write("2"), TRICKLE_MS);
  socket?.once("close", () => clearInterval(timer));
}
