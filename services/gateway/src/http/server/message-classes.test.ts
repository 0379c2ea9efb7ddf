import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type Request, type Response } from "express";
import { messageClassesOf } from "./listen";

const prototypesOf = (request: IncomingMessage, response: ServerResponse) => [
  Object.getPrototypeOf(request),
  Object.getPrototypeOf(response),
];

test("requests and responses have the methods of Express, and it changes no prototype", async () => {
  const app = express();
  let made: unknown[] = [];
  let served: unknown[] = [];
  app.get("/", (request: Request, response: Response) => {
    served = prototypesOf(request, response);
    response.set("X-Name", request.get("X-Name")).json({
      app: request.app === app && response.app === app,
      path: request.path,
    });
  });
  const server = createServer(messageClassesOf(app), (request, response) => {
    made = prototypesOf(request, response);
    app(request, response);
  }).listen(0, "127.0.0.1");
  try {
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { "X-Name": "Ada" } });
    expect(await answer.json()).toEqual({ app: true, path: "/" });
    expect(answer.headers.get("X-Name")).toBe("Ada");
    expect(served[0]).toBe(made[0]);
    expect(served[1]).toBe(made[1]);
  } finally {
    server.close();
  }
});

test("two applications in one process use separate classes", () => {
  const [one, other] = [express(), express()];
  messageClassesOf(one);
  messageClassesOf(other);
  expect(one.request.app).toBe(one);
  expect(other.request.app).toBe(other);
});
