import http from "node:http";
import https from "node:https";
import { Duplex } from "node:stream";
import { type OutgoingProxy, usesProxy } from "@polls/config";

/** The proxy answered, and opened no connection. Its code is `EPROXY`. */
class RefusedByProxy extends Error {
  readonly code = "EPROXY";
  constructor(status: number | undefined) {
    super(`the proxy answered ${status} and opened no connection`);
    this.name = "RefusedByProxy";
  }
}

const TUNNEL_TIMEOUT_MS = 10_000;

type CreateConnection = https.Agent["createConnection"];

const connectDirectly: CreateConnection = https.Agent.prototype.createConnection;

/**
 * Sends all `https:` requests of this process through a proxy, except to its exceptions
 * (docs/operations.md#an-outgoing-proxy). Returns a function that ends this.
 */
export function useProxy(proxy: OutgoingProxy): () => void {
  const tunnel = connectThrough(proxy);
  // Agents of all clients inherit this method.
  https.Agent.prototype.createConnection = function (this: https.Agent, options, callback) {
    const direct = !usesProxy(proxy, options.host ?? "localhost", Number(options.port ?? 443));
    return (direct ? connectDirectly : tunnel).call(this, options, callback);
  };
  return () => {
    https.Agent.prototype.createConnection = connectDirectly;
  };
}

/** An agent for one request, which uses this proxy for every destination, or none if undefined. */
export function agentThrough(proxy: OutgoingProxy | undefined): https.Agent {
  const agent = new https.Agent();
  agent.createConnection = proxy === undefined ? connectDirectly : connectThrough(proxy);
  return agent;
}

/** Connects to a destination by a tunnel, and begins TLS with it there. */
const connectThrough = (proxy: OutgoingProxy): CreateConnection =>
  function (this: https.Agent, options, callback) {
    openTunnel(proxy.url, options).then(
      (socket) => {
        // The tunnel is not looked up, and TLS takes the name of the destination.
        const secured = connectDirectly.call(this, { ...options, ...{ socket } });
        if (secured) callback?.(null, secured);
      },
      (error: Error) => callback?.(error, new Duplex()),
    );
    return undefined;
  };

function openTunnel(proxy: URL, { host, port }: https.RequestOptions): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    const name = host?.includes(":") ? `[${host}]` : host;
    const destination = `${name}:${port ?? 443}`;
    const { username, password } = proxy;
    const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    const isSecure = proxy.protocol === "https:";
    const outgoing = (isSecure ? https : http).request({
      hostname: proxy.hostname.replace(/^\[(.*)\]$/, "$1"),
      port: proxy.port === "" ? (isSecure ? 443 : 80) : proxy.port,
      method: "CONNECT",
      path: destination,
      agent: isSecure ? agentThrough(undefined) : false,
      headers: {
        Host: destination,
        ...(login !== ":" && {
          "Proxy-Authorization": `Basic ${Buffer.from(login).toString("base64")}`,
        }),
      },
      signal: AbortSignal.timeout(TUNNEL_TIMEOUT_MS),
    });
    outgoing.on("connect", ({ statusCode }, socket) => {
      if (statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(new RefusedByProxy(statusCode));
    });
    outgoing.on("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.name === "TimeoutError" || error.name === "AbortError"
          ? Object.assign(new Error("the proxy did not answer in time"), { code: "ETIMEDOUT" })
          : error,
      ),
    );
    outgoing.end();
  });
}
