import { randomInt } from "node:crypto";
import net from "node:net";

/**
 * Below the range of outgoing connections, so that no outgoing connection takes a port that was
 * found free.
 */
const firstPort = 20_000;
const lastPort = 31_999;
const attempts = 200;

const returned = new Set<number>();

/** Whether this machine can listen on a port: on loopback and on every address. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await canListen(port, "127.0.0.1")) && (await canListen(port, undefined));
}

/** A port that no program listens on and that this process has not returned before. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const port = randomInt(firstPort, lastPort + 1);
    if (returned.has(port) || !(await isPortFree(port))) continue;
    returned.add(port);
    return port;
  }
  throw new Error(`no free port between ${firstPort} and ${lastPort}`);
}

/** The wanted port if it is free, else any other one. */
export const portNear = async (wanted: number): Promise<number> =>
  (await isPortFree(wanted)) ? wanted : freePort();

function canListen(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, exclusive: true, ...(host === undefined ? {} : { host }) }, () =>
      server.close(() => resolve(true)),
    );
  });
}
