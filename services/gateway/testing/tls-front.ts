import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { run } from "@polls/devstack/children";

/** An HTTPS server for several hosts. It shows pages or forwards requests. */
export interface TlsFront {
  /** Forwards the requests of a host to a URL such as `http://127.0.0.1:3000`, unchanged. */
  readonly forward: (host: string, url: string) => void;
  /** Shows the same page at every path of a host. */
  readonly show: (host: string, markup: string) => void;
  /** Whether cookies are passed on, as a browser that accepts them does. */
  cookies: boolean;
  readonly close: () => Promise<void>;
}

/** Starts the server on a port of this machine, with a self-signed certificate. */
export async function startTlsFront(port: number): Promise<TlsFront> {
  const urls = new Map<string, string>();
  const pages = new Map<string, string>();
  const server = https.createServer(await newCertificate(), (request, response) => {
    const [host = ""] = (request.headers.host ?? "").split(":");
    const url = urls.get(host);
    if (url === undefined) {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(pages.get(host));
      return;
    }
    const headers = { ...request.headers };
    if (!front.cookies) delete headers.cookie;
    const { method = "GET", url: target = "/" } = request;
    const passed = http.request(url + target, { method, headers }, (answer) => {
      const sent = { ...answer.headers };
      if (!front.cookies) delete sent["set-cookie"];
      response.writeHead(answer.statusCode ?? 502, sent);
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    response.on("close", () => passed.destroy());
    request.pipe(passed);
  });
  const front: TlsFront = {
    forward: (host, url) => void urls.set(host, url),
    show: (host, markup) => void pages.set(host, markup),
    cookies: true,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return front;
}

async function newCertificate(): Promise<{ readonly key: string; readonly cert: string }> {
  const directory = await mkdtemp(path.join(tmpdir(), "certificate-"));
  try {
    await run(
      "openssl",
      [
        ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
        ...["-keyout", "key.pem", "-out", "cert.pem", "-days", "2", "-subj", "/CN=tests"],
      ],
      { cwd: directory },
    );
    const read = (name: string) => readFile(path.join(directory, name), "utf8");
    return { key: await read("key.pem"), cert: await read("cert.pem") };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
