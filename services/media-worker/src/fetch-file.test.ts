// Covers docs/reliability.md: storage-failures

import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import type { Storage } from "@polls/storage";
import { temporaryDirectory } from "../testing/temporary-directory";
import { fetchFile } from "./fetch-file";

test("a file that arrives byte by byte ends as a failure of the storage", async () => {
  async function* trickle() {
    for (;;) {
      yield Buffer.from("x");
      await setTimeout(10);
    }
  }
  const content = Readable.from(trickle());
  const storage = { open: async () => content } as unknown as Storage;
  const file = { storageKey: "a/b", byteSize: 1_000_000, sha256: "00" };
  const { signal } = new AbortController();
  const fetched = fetchFile(storage, file, join(await temporaryDirectory(), "file"), signal, 200);
  await expect(fetched).rejects.toMatchObject({ name: "StorageError", kind: "unavailable" });
  expect(content.destroyed).toBe(true);
});
