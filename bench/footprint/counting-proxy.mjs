import { connect, createServer } from "node:net";

/**
 * A proxy of a local server that counts bytes in both directions, and round trips: how often a
 * client sends after a response.
 */
export async function countingProxy(port) {
  const counted = { sent: 0, received: 0, roundTrips: 0 };
  const sockets = new Set();
  const server = createServer({ noDelay: true }, (client) => {
    const upstream = connect({ port, host: "127.0.0.1", noDelay: true });
    let answered = true;
    client.on("data", (chunk) => {
      counted.sent += chunk.length;
      if (answered) counted.roundTrips++;
      answered = false;
      upstream.write(chunk);
    });
    upstream.on("data", (chunk) => {
      counted.received += chunk.length;
      answered = true;
      client.write(chunk);
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ]) {
      sockets.add(one);
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
      one.on("error", () => other.destroy());
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: server.address().port,
    counts: () => ({ ...counted }),
    stop() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
