import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { run } from "@polls/devstack/children";
import { atFileEnd } from "../at-file-end";

export interface TlsServer {
  readonly port: number;
  readonly certificate: string;
}

/** Starts an HTTPS server on this machine for these names. It ends with the test file. */
export async function startTlsServer(
  openssl: string,
  names: readonly string[],
  listener: http.RequestListener,
): Promise<TlsServer> {
  const directory = mkdtempSync(path.join(tmpdir(), "polls-tls-"));
  const at = (file: string) => path.join(directory, file);
  const alternatives = names.map((name) => `${/^[\d.]+$/.test(name) ? "IP" : "DNS"}:${name}`);
  await run(openssl, [
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=test"],
    ...["-addext", `subjectAltName=${alternatives.join()}`],
    ...["-keyout", at("key.pem"), "-out", at("certificate.pem")],
  ]);
  const certificate = readFileSync(at("certificate.pem"), "utf8");
  const server = https.createServer(
    { key: readFileSync(at("key.pem")), cert: certificate },
    listener,
  );
  rmSync(directory, { recursive: true, force: true });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  atFileEnd("a server with TLS", async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, certificate };
}
