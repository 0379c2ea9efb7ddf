import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { atFileEnd } from "../at-file-end";

export type ConnectProxy = Awaited<ReturnType<typeof startConnectProxy>>;

/** Starts a proxy whose tunnels all lead to one port of this machine. It ends with the test file. */
export async function startConnectProxy(to: number) {
  const asked: string[] = [];
  const sockets = new Set<net.Socket>();
  let login: string | undefined;
  let refusal: number | "silently" | undefined;
  const server = http.createServer();
  server.on("connection", (socket) => sockets.add(socket));
  server.on("connect", (request, client) => {
    asked.push(request.url ?? "");
    login = request.headers["proxy-authorization"];
    if (refusal === "silently") return;
    if (refusal !== undefined) return void client.end(`HTTP/1.1 ${refusal} No\r\n\r\n`);
    const server = net.connect(to, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      server.pipe(client).pipe(server);
    });
    sockets.add(server);
    for (const socket of [client, server]) {
      socket.on("error", () => undefined);
      socket.on("close", () => [client, server].map((each) => each.destroy()));
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  atFileEnd("a proxy", async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    port: (server.address() as AddressInfo).port,
    /** The destinations that were asked for. */
    asked,
    /** The last `Proxy-Authorization`. */
    login: () => login,
    /** Answers with this status and opens no tunnel, or does not answer. Undefined: opens tunnels. */
    refuse: (how: number | "silently" | undefined) => {
      refusal = how;
    },
  };
}
