import type { Request, RequestHandler, Response } from "express";
import { together } from "./together";

/** Runs handlers as one and tells in order what they did, and what came out at the end. */
async function run(...handlers: readonly ((did: string[]) => RequestHandler)[]) {
  const did: string[] = [];
  const handler = together(...handlers.map((make) => make(did)));
  await new Promise<void>((resolve) => {
    handler({} as Request, {} as Response, (error?: unknown) => {
      did.push(error instanceof Error ? `error ${error.message}` : "next");
      resolve();
    });
  });
  return did;
}

const goesOn =
  (name: string) =>
  (did: string[]): RequestHandler =>
  (_request, _response, next) => {
    did.push(name);
    next();
  };

test("handlers run in order, then what comes after them", async () => {
  expect(await run(goesOn("a"), goesOn("b"))).toEqual(["a", "b", "next"]);
});

test.each<[string, RequestHandler]>([
  ["passes on", (_request, _response, next) => next(new Error("it"))],
  [
    "throws",
    () => {
      throw new Error("it");
    },
  ],
  ["rejects with", () => Promise.reject(new Error("it"))],
])("what a handler %s ends the row", async (_how, handler) => {
  expect(await run(goesOn("a"), () => handler, goesOn("b"))).toEqual(["a", "error it"]);
});
