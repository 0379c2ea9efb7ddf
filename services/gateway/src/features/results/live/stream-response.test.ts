// Covers docs/reference/results.md: live-stream, resuming-a-stream
// Covers docs/reliability.md: broken-connections

import type { Response } from "express";
import { openEventStream } from "./stream-response";

const eventOf = (id: string) => ({ id, frame: Buffer.from(`data of ${id}`) });
const [one, two] = [eventOf("one"), eventOf("two")];

/** A response whose buffer the test can fill. */
function fakeResponse() {
  const written: string[] = [];
  const state = { writableNeedDrain: false, writableEnded: false, destroyed: false };
  const response = Object.assign(state, {
    write: (text: string | Buffer) => written.push(String(text)),
    end: () => {
      state.writableEnded = true;
    },
    destroy: () => {
      state.destroyed = true;
    },
  });
  return { written, state, response: response as unknown as Response };
}

test("sends the retry interval, then each event once", () => {
  const { response, written } = fakeResponse();
  const stream = openEventStream(response, undefined);
  expect([stream.send(one), stream.send(one), stream.send(two)]).toEqual([true, true, true]);
  expect(written).toEqual(["retry: 2000\n\n", "data of one", "data of two"]);
});

test("does not send the last event of the client again", () => {
  const { response, written } = fakeResponse();
  expect(openEventStream(response, "one").send(one)).toBe(true);
  expect(written).toHaveLength(1);
});

test("a client that does not read gets no more events, and is disconnected at the second heartbeat", () => {
  const { response, written, state } = fakeResponse();
  const stream = openEventStream(response, undefined);
  state.writableNeedDrain = true;
  expect([stream.isFull(), stream.send(one)]).toEqual([true, false]);
  stream.heartbeat();
  expect(state.destroyed).toBe(false);
  stream.heartbeat();
  expect(state.destroyed).toBe(true);
  expect(written).toHaveLength(1);
});

test("a client that reads again between heartbeats stays connected, and gets later events", () => {
  const { response, written, state } = fakeResponse();
  const stream = openEventStream(response, undefined);
  state.writableNeedDrain = true;
  stream.heartbeat();
  state.writableNeedDrain = false;
  expect(stream.send(one)).toBe(true);
  stream.heartbeat();
  state.writableNeedDrain = true;
  stream.heartbeat();
  expect(state.destroyed).toBe(false);
  expect(written.at(-1)).toBe(":\n\n");
});

test("nothing is written after the end", () => {
  const { response, written } = fakeResponse();
  const stream = openEventStream(response, undefined);
  stream.end();
  expect(stream.send(one)).toBe(true);
  stream.heartbeat();
  expect(written).toHaveLength(1);
});
