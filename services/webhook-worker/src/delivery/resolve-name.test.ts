// Covers docs/reliability.md: outgoing-requests

import dgram from "node:dgram";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { atFileEnd } from "@polls/testing";
import { createResolve } from "./resolve-name";

const NXDOMAIN = 3;
const SERVFAIL = 2;
const A = 1;

/** The question in a DNS query: its name, its type, and its end. */
function questionIn(query: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join("."), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** A DNS response with one record, or with none and a code. */
function answer(query: Buffer, end: number, data: readonly number[] | undefined, code = 0): Buffer {
  const head = Buffer.from(query.subarray(0, end));
  head.writeUInt16BE(0x8180 | code, 2);
  for (const [at, count] of [1, data === undefined ? 0 : 1, 0, 0].entries()) {
    head.writeUInt16BE(count, 4 + 2 * at);
  }
  if (data === undefined) return head;
  const type = questionIn(query).type;
  const record = [0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data];
  return Buffer.concat([head, Buffer.from(record)]);
}

const loopback6 = [...Array.from({ length: 15 }, () => 0), 1];

/** The queried names: each lookup queries once for each address family. */
const asked: string[] = [];

/** A name server whose responses depend on the first label of a name. */
async function startNames(): Promise<string> {
  const socket = dgram.createSocket("udp4");
  socket.on("message", (query, { port, address }) => {
    const { name, type, end } = questionIn(query);
    const kind = name.split(".")[0];
    asked.push(name);
    const reply = (data?: readonly number[], code?: number) =>
      socket.send(answer(query, end, data, code), port, address);
    if (kind === "both") reply(type === A ? [10, 1, 2, 3] : loopback6);
    if (kind === "four") reply(type === A ? [10, 1, 2, 3] : undefined);
    if (kind === "half" && type === A) reply([10, 1, 2, 3]);
    if (kind === "none") reply();
    if (kind === "gone") reply(undefined, NXDOMAIN);
    if (kind === "sick") reply(undefined, SERVFAIL);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  atFileEnd("the server of names", async () => void socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

test("returns the addresses of both families, or of the one that exists", async () => {
  const resolve = createResolve({ servers: [await startNames()] });
  expect(await resolve("both.example")).toEqual([
    { address: "10.1.2.3", family: 4 },
    { address: "::1", family: 6 },
  ]);
  expect(await resolve("four.example")).toEqual([{ address: "10.1.2.3", family: 4 }]);
});

test("if one family gets no response, the other is used after one query", async () => {
  const resolve = createResolve({ servers: [await startNames()] });
  expect(await resolve("half.example")).toEqual([{ address: "10.1.2.3", family: 4 }]);
  expect(asked.filter((name) => name === "half.example")).toHaveLength(2);
});

test.each([
  ["gone.example", "ENOTFOUND"],
  ["none.example", "ENODATA"],
  ["sick.example", "EAI_AGAIN"],
])("%s is reported as %s", async (name, code) => {
  const resolve = createResolve({ servers: [await startNames()] });
  await expect(resolve(name)).rejects.toMatchObject({ code });
});

test("many names with silent servers do not delay other names", async () => {
  const resolve = createResolve({ servers: [await startNames()] });
  let silent = 0;
  const waiting = Array.from({ length: 50 }, (_, n) =>
    resolve(`silent.n${n}.example`).finally(() => {
      silent += 1;
    }),
  );
  for (const one of waiting) one.catch(() => undefined);
  expect(await resolve("four.example")).toHaveLength(1);
  expect(silent).toBe(0);
});

test.each(["localhost", "LOCALHOST", "a.localhost", "localhost."])(
  "%s is this machine",
  async (name) => {
    const addresses = await createResolve({ servers: [] })(name);
    expect(addresses.map(({ address }) => address)).toEqual(["127.0.0.1", "::1"]);
  },
);

describe("local names", () => {
  const directory = mkdtempSync(path.join(tmpdir(), "polls-names-"));
  const files = { hosts: path.join(directory, "hosts"), resolver: path.join(directory, "resolv") };
  writeFileSync(
    files.hosts,
    "127.0.0.1 localhost\n10.9.9.9\tERP.lan erp # the books\n::9 erp\nfe80::1%eth0 erp\n10.8.8.8 four.example\n",
  );
  writeFileSync(files.resolver, "nameserver 127.0.0.53\nsearch gone.example. lan.example\n");
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  const local = async () => createResolve({ servers: [await startNames()], local: true, files });
  const four = [{ address: "10.1.2.3", family: 4 }];

  test.each([
    ["erp.lan", [{ address: "10.9.9.9", family: 4 }]],
    [
      "erp",
      [
        { address: "10.9.9.9", family: 4 },
        { address: "::9", family: 6 },
      ],
    ],
    ["four.example", [{ address: "10.8.8.8", family: 4 }]],
  ])("the hosts file knows %s, before DNS is asked", async (name, addresses) => {
    expect(await (await local())(name)).toEqual(addresses);
  });

  test("a name without a dot is searched in the domains of the machine", async () => {
    expect(await (await local())("four")).toEqual(four);
    expect(asked.at(-1)).toMatch(/^four\.(?:gone|lan)\.example$/);
  });

  test("a name with a dot is asked for as it is, and a complete name is not searched", async () => {
    const resolve = await local();
    expect(await resolve("four.other")).toEqual(four);
    await expect(resolve("gone.other.")).rejects.toMatchObject({ code: "ENOTFOUND" });
    expect(asked).not.toContain("gone.other.lan.example");
  });

  test("without allowed networks they are not used", async () => {
    const resolve = createResolve({ servers: [await startNames()], files });
    expect(await resolve("four.example")).toEqual(four);
  });
});
