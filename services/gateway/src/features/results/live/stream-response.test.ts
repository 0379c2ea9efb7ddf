import type { Response } from "express";
import { openEventStream } from "./stream-response";

const events = ["one", "two"].map((id) => ({ id, data: `{"is":"${id}"}` }));
const [one = { id: "", data: "" }, two = { id: "", data: "" }] = events;

/** A response whose client takes in as much as a test says. */
function fakeResponse() {
  const written: string[] = [];
  const state = { writableNeedDrain: false, writableEnded: false, destroyed: false };
  const response = Object.assign(state, {
    write: (text: string) => written.push(text),
    end: () => {
      state.writableEnded = true;
    },
    destroy: () => {
      state.destroyed = true;
    },
  });
  return { written, state, response: response as unknown as Response };
}

test("says when to come again, then each of the results once", () => {
  const { response, written } = fakeResponse();
  const stream = openEventStream(response, undefined);
  expect([stream.tell(one), stream.tell(one), stream.tell(two)]).toEqual([true, true, true]);
  expect(written).toEqual([
    "retry: 2000\n\n",
    'event: results\nid: one\ndata: {"is":"one"}\n\n',
    'event: results\nid: two\ndata: {"is":"two"}\n\n',
  ]);
});

test("does not repeat what the client has", () => {
  const { response, written } = fakeResponse();
  expect(openEventStream(response, "one").tell(one)).toBe(true);
  expect(written).toHaveLength(1);
});

test("a client that takes in nothing is told nothing more, and cut off at the second beat", () => {
  const { response, written, state } = fakeResponse();
  const stream = openEventStream(response, undefined);
  state.writableNeedDrain = true;
  expect(stream.tell(one)).toBe(false);
  stream.beat();
  expect(state.destroyed).toBe(false);
  stream.beat();
  expect(state.destroyed).toBe(true);
  expect(written).toHaveLength(1);
});

test("a client that catches up between beats stays, and gets what it missed", () => {
  const { response, written, state } = fakeResponse();
  const stream = openEventStream(response, undefined);
  state.writableNeedDrain = true;
  stream.beat();
  state.writableNeedDrain = false;
  expect(stream.tell(one)).toBe(true);
  stream.beat();
  state.writableNeedDrain = true;
  stream.beat();
  expect(state.destroyed).toBe(false);
  expect(written.at(-1)).toBe(":\n\n");
});

test("nothing is written after the end", () => {
  const { response, written } = fakeResponse();
  const stream = openEventStream(response, undefined);
  stream.end();
  expect(stream.tell(one)).toBe(true);
  stream.beat();
  expect(written).toHaveLength(1);
});
