import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type http from "node:http";
import https from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { run } from "@polls/devstack/children";
import { listen } from "./listen";

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
  const port = await listen(server, "a server with TLS");
  return { port, certificate };
}
