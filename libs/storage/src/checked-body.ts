import { type Readable, Transform } from "node:stream";
import { StorageError, systemCode } from "./storage-error";

export interface BodyFacts {
  /** Bytes to leave out at the beginning. */
  readonly skip?: number;
  /** The number of bytes to pass after them. The rest is not read. */
  readonly take?: number;
  /** The number of bytes that must come, if the server has said it. */
  readonly length?: number | undefined;
  /** A longer silence is a failure. */
  readonly silenceMs: number;
}

/**
 * Passes a body on; one that breaks, stalls or ends early fails with a `StorageError`. The source
 * is destroyed with the returned stream.
 */
export function checkedBody(source: Readable, facts: BodyFacts): Readable {
  const { skip = 0, take = Number.POSITIVE_INFINITY, length, silenceMs } = facts;
  let [received, passed] = [0, 0];
  const checked = new Transform({
    transform(chunk: Buffer, _encoding, passOn) {
      const from = Math.max(0, skip - received);
      received += chunk.length;
      const piece = chunk.subarray(from, from + take - passed);
      passed += piece.length;
      if (piece.length > 0) this.push(piece);
      if (passed >= take) finish();
      passOn();
    },
    flush(passOn) {
      const missing = length !== undefined && passed < length;
      passOn(missing ? cut(`it ended after ${passed} of ${length} bytes`) : null);
    },
  });
  const fail = (error: Error) => checked.destroy(error);
  const finish = () => {
    source.unpipe(checked);
    source.destroy();
    checked.end();
  };
  let timer: NodeJS.Timeout | undefined;
  const watch = () => {
    clearTimeout(timer);
    timer = setTimeout(
      // The source is paused while the consumer is slow.
      () => (source.isPaused() ? watch() : fail(cut(`nothing came for ${silenceMs / 1_000} s`))),
      silenceMs,
    ).unref();
  };
  source.on("data", watch);
  source.once("end", () => clearTimeout(timer));
  source.on("error", (error) => fail(cut(reasonOf(error), error)));
  source.once("close", () => {
    if (!source.readableEnded && !checked.writableEnded) fail(cut("the connection was closed"));
  });
  checked.once("close", () => {
    clearTimeout(timer);
    source.destroy();
  });
  source.pipe(checked);
  watch();
  return checked;
}

const reasonOf = (error: Error): string =>
  systemCode(error) ?? ("code" in error ? String(error.code) : error.name);

const cut = (reason: string, cause?: unknown) =>
  new StorageError("unavailable", `The content of a stored file did not arrive: ${reason}`, cause);
