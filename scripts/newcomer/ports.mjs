import http from "node:http";

/** The ports that `npm start` takes where they are free: gateway, database, Redis, payments, mails, metrics. */
const usualPorts = [
  ...[3_000, 54_329, 63_799, 12_111, 2_525, 2_580],
  ...[9_091, 9_092, 9_093, 9_094, 9_095],
];

/** Another program on each of the usual ports. One that was taken before stays so. */
export async function takePorts() {
  const servers = usualPorts.map((port) => {
    const server = http.createServer((_request, response) => {
      response.writeHead(418).end("Another program answers here.\n");
    });
    return new Promise((resolve, reject) => {
      server.once("error", (error) =>
        error.code === "EADDRINUSE" ? resolve(undefined) : reject(error),
      );
      server.listen(port, "127.0.0.1", () => resolve(server));
    });
  });
  const taken = (await Promise.all(servers)).filter((server) => server !== undefined);
  return () => {
    for (const server of taken) {
      server.close();
      server.closeAllConnections();
    }
  };
}
