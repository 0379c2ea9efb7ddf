import { once } from "node:events";
import { createServer } from "node:net";
import { findRunningStack } from "./database-url.mjs";
import { giveUp } from "./say.mjs";

/** Gives up if a port that `npm start` has to use is in use, before it installs and builds for minutes. */
export async function checkPorts() {
  const { PORT, METRICS_PORT } = process.env;
  const ports = { PORT: PORT?.trim() || "3000", METRICS_PORT };
  if (Number(ports.PORT) === Number(METRICS_PORT))
    giveUp("PORT and METRICS_PORT must be different.");
  for (const [variable, given] of Object.entries(ports)) {
    const port = Number(given);
    // The start itself refuses what is no port.
    if (!(port > 0 && port < 65_536) || (await canListen(port))) continue;
    // The start itself names a stack that already runs on the data directory.
    if ((await findRunningStack().catch(() => undefined)) !== undefined) return;
    giveUp(
      `Port ${port} is in use: name a free one with ${variable}, for example ${variable}=${port + 1} npm start.`,
    );
  }
}

async function canListen(port) {
  for (const host of ["127.0.0.1", undefined]) {
    const server = createServer().listen({ port, host, exclusive: true });
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) return false;
    server.close();
    await once(server, "close");
  }
  return true;
}
