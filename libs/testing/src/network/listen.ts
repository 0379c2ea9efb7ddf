import type http from "node:http";
import type { AddressInfo } from "node:net";
import { atFileEnd } from "../at-file-end";

/** Lets a server listen on this machine until the test file is over. Returns its port. */
export async function listen(server: http.Server, what: string): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  atFileEnd(what, async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}
