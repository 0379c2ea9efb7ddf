// Covers docs/reference/polls.md: import

import { createTableReader } from "./table-reader";

const read = (reader: ReturnType<typeof createTableReader>, csv: string) =>
  reader.read("account:1", { csv });
const rowsOf = (count: number) => `content\n${"A\n".repeat(count)}`;

test("a file that takes too long is refused, and frees its thread", async () => {
  const reader = createTableReader({ deadlineMs: 1 });
  const inTurn = Array.from({ length: 4 }, () => read(reader, rowsOf(1)));
  for (const one of inTurn) await expect(one).rejects.toThrow("takes too long to read");
  await expect(read(reader, rowsOf(1))).rejects.toThrow("takes too long to read");
});

test("a file that needs too much processor time is refused", async () => {
  const reader = createTableReader({ processorMs: 0 });
  const file = `content\n${"A\n".repeat(501)}`.padEnd(4_000_000, '"A"\n');
  await expect(read(reader, file)).rejects.toThrow("takes too long to read");
});

test("a file that needs too much memory is refused, and the next one is read", async () => {
  const small = createTableReader({ memoryMb: 8 });
  const row = Array(100).fill("x".repeat(85)).join(",");
  const file = `${row}\n`.repeat(450);
  await expect(read(small, file)).rejects.toThrow("needs too much memory to read");
  expect(await read(small, rowsOf(1))).toHaveLength(2);
});

test("few files are read at a time, some of a client wait, and further ones are refused", async () => {
  const reader = createTableReader();
  const all = Array.from({ length: 8 }, () => read(reader, rowsOf(1)));
  const ended = await Promise.allSettled(all);
  expect(ended.map(({ status }) => status)).toEqual([
    ...Array(6).fill("fulfilled"),
    ...Array(2).fill("rejected"),
  ]);
  expect(await read(reader, rowsOf(1))).toHaveLength(2);
});
