import { randomInt } from "node:crypto";
import net from "node:net";

/** Below the range of outgoing connections, which therefore cannot take a free port. */
const firstPort = 20_000;
const lastPort = 31_999;
const attempts = 200;

const returned = new Set<number>();

/** Whether this machine can listen on a port, on loopback and on every address. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await canListen(port, "127.0.0.1")) && (await canListen(port, undefined));
}

/** A port on which no program listens and that this process has not returned before. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const port = randomInt(firstPort, lastPort + 1);
    if (returned.has(port) || !(await isPortFree(port))) continue;
    returned.add(port);
    return port;
  }
  throw new Error(`no free port between ${firstPort} and ${lastPort}`);
}

/** The wanted port if it is available, otherwise another one. */
export const portNear = async (wanted: number): Promise<number> =>
  (await isPortFree(wanted)) ? wanted : freePort();

/** The usual port first if it is free; further attempts take any, as others may be faster. */
export const portOfAttempt = (attempt: number, usualPort: number | undefined): Promise<number> =>
  attempt === 1 && usualPort !== undefined ? portNear(usualPort) : freePort();

function canListen(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, exclusive: true, ...(host === undefined ? {} : { host }) }, () =>
      server.close(() => resolve(true)),
    );
  });
}
