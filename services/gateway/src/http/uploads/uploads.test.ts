// Covers docs/reference/errors.md: codes-of-files
// Covers docs/reference/media.md: checks-before-201, codecs, hard-caps, kind-by-content
// Covers docs/reference/options.md: files
// Covers docs/reference/requests.md: forms, idempotency
// Covers docs/reliability.md: broken-connections, invalid-requests, served-files, storage-failures, upload-limits

import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { StorageError } from "@polls/storage";
import {
  buildPoll,
  createTestDatabase,
  describeWhere,
  mountSmallDisk,
  waitFor,
} from "@polls/testing";
import { z } from "zod";
import { signUp } from "../../../testing/sign-up";
import { startGateway, type TestGateway } from "../../../testing/start-gateway";
import { reply } from "../replies/reply";
import { endpoint } from "../routing/endpoint";

const Body = z.strictObject({
  option: z
    .strictObject({
      content: z.string().optional(),
      archived: z.boolean().nullable().optional(),
      allowed_values: z.array(z.string()).optional(),
      rotation: z.int().optional(),
      data: z.record(z.string(), z.unknown()).nullable().optional(),
    })
    .optional(),
  additional_attributes: z.record(z.string(), z.string().nullable()).optional(),
  parent_option_id: z.string().optional(),
  terms: z.union([z.literal(0), z.literal(1)]).optional(),
  ending: z.string().optional(),
});

const endpoints = [
  endpoint({
    run: "transaction",
    method: "post",
    path: "/api/v1/polls/:poll_id/options",
    id: "test.one",
    summary: "",
    description: "",
    tag: "Polls",
    auth: "any",
    poll: { param: "poll_id", password: "none", restricted: false, lock: "shared" },
    files: "option",
    body: Body,
    responses: { 201: z.unknown() },
    handle: async ({ body, uploads }) => {
      const read = body();
      for (const upload of uploads) if (read.ending !== "forget") upload.keep();
      if (read.ending === "break") throw new Error("a defect");
      return reply(201, {
        body: read,
        uploads: uploads.map(({ keep: _, ...upload }) => upload),
      });
    },
  }),
];

/** A gray PNG of any size. `extraBytes` of noise at its end make it larger. */
function png(width: number, height: number, extraBytes = 0): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const rows = deflateSync(Buffer.alloc(Math.min(height, 100) * (Math.min(width, 100) + 1)));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("teXt", Buffer.alloc(extraBytes)),
    chunk("IDAT", rows),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const blob = (bytes: Buffer | string, type = "image/png") =>
  new Blob([new Uint8Array(Buffer.from(bytes))], { type });

describe("uploads", () => {
  let gateway: TestGateway;
  let token: string;
  let path: string;

  beforeAll(async () => {
    gateway = await startGateway(await createTestDatabase(), {
      endpoints,
      env: {
        IMAGE_MAX_MB: "1",
        DATA_URI_MAX_MB: "1",
        LOG_LEVEL: "silent",
      },
      config: {
        uploads: {
          maxFiles: 3,
          open: 100,
          openOfClient: 100,
          windowMs: 300,
          leastBytes: 300,
          deadlineMs: 60_000,
        },
      },
    });
    token = (await signUp(gateway.db)).privateToken;
    path = `/api/v1/polls/${(await buildPoll(gateway.db)).memberHash}/options`;
  });
  afterEach(async () => {
    await gateway.deps.storage.removePrefix("originals/");
  });
  afterAll(() => gateway.close());

  const stored = async () => {
    const keys: string[] = [];
    for await (const { key } of gateway.deps.storage.list("")) keys.push(key);
    return keys;
  };

  type Part = readonly [name: string, value: string | Blob, fileName?: string];
  const send = (parts: readonly Part[], options = {}) => {
    const form = new FormData();
    for (const [name, value, fileName] of parts) {
      if (typeof value === "string") form.append(name, value);
      else form.append(name, value, fileName);
    }
    return gateway.request(`POST ${path}`, { token, form, ...options });
  };
  const picture: Part = ["option_attachments[]", blob(png(30, 20)), "C:\\pictures\\my photo.png"];

  test("a form has the shape of the JSON body, with values of the fields' types", async () => {
    const answer = await send([
      ["option[content]", "1"],
      ["option[archived]", "true"],
      ["option[allowed_values][]", "red"],
      ["option[allowed_values][]", "2"],
      ["option[rotation]", "90"],
      ["option[data]", '{"coordinates":[[1,2]]}'],
      ["additional_attributes[1]", "42"],
      ["parent_option_id", "0123"],
      ["terms", "1"],
    ]);
    expect(answer.status).toBe(201);
    expect(answer.body.body).toEqual({
      option: {
        content: "1",
        archived: true,
        allowed_values: ["red", "2"],
        rotation: 90,
        data: { coordinates: [[1, 2]] },
      },
      additional_attributes: { "1": "42" },
      parent_option_id: "0123",
      terms: 1,
    });
  });

  test("the content of a file decides its format, not its name or type", async () => {
    const bytes = png(30, 20);
    const answer = await send([["option_attachments[]", blob(bytes, "text/html"), "../../x.html"]]);
    expect(answer.status).toBe(201);
    expect(answer.body.uploads).toEqual([
      {
        storageKey: expect.stringMatching(/^originals\/[0-9a-f]{2}\/[0-9a-f]{48}$/),
        byteSize: bytes.length,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        kind: "image",
        format: "png",
        contentType: "image/png",
        width: 30,
        height: 20,
        heldBytes: expect.any(Number),
        fileName: "x.html",
      },
    ]);
    expect(await stored()).toEqual([answer.body.uploads[0].storageKey]);
  });

  test("a file with an unsupported codec is refused, and the error names the codec", async () => {
    const box = (type: string, ...content: readonly Buffer[]) => {
      const head = Buffer.alloc(8);
      head.writeUInt32BE(8 + Buffer.concat(content).length);
      head.write(type, 4, "latin1");
      return Buffer.concat([head, ...content]);
    };
    const handler = box("hdlr", Buffer.from("\0".repeat(8) + "vide".padEnd(16, "\0")));
    const description = box(
      "stsd",
      Buffer.from("\0\0\0\0\0\0\0\x01\0\0\0\x10aprn\0\0\0\0\0\0\0\0"),
    );
    const media = box("mdia", handler, box("minf", box("stbl", description)));
    const header = box("mvhd", Buffer.alloc(100));
    const track = box("trak", box("tkhd", Buffer.alloc(84)), media);
    const film = Buffer.concat([
      box("ftyp", Buffer.from("qt  \0\0\0\0")),
      box("moov", header, track),
    ]);
    const answer = await send([["option_attachments[]", blob(film), "film.mov"]]);
    expect([answer.status, answer.body.code]).toEqual([422, "unusable_file"]);
    expect(answer.body.errors).toEqual({
      attachment: ["ProRes RAW is not supported: convert it to MP4 with H.264 and AAC"],
    });
    expect(await stored()).toEqual([]);
  });

  const named = (parameter: Buffer | string) => {
    const head = Buffer.concat([
      Buffer.from('--y\r\nContent-Disposition: form-data; name="option_attachments[]"; '),
      Buffer.from(parameter),
      Buffer.from("\r\n\r\n"),
    ]);
    return Buffer.concat([head, png(30, 20), Buffer.from("\r\n--y--\r\n")]);
  };
  test.each<[string, Buffer | string, string]>([
    ["UTF-8", 'filename="Grüße – 日本.png"', "Grüße – 日本.png"],
    ["Latin-1", Buffer.from('filename="Grüße.png"', "latin1"), "Grüße.png"],
    [
      "an encoding given by name",
      "filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%E2%80%93.png",
      "Grüße –.png",
    ],
    ["the encoding of browsers", 'filename="the %22best%22%0D%0A 100%.png"', 'the "best" 100%.png'],
    ["backslashes", 'filename="the \\"best\\".png"', 'the "best".png'],
    ["UTF-8 with joiners", 'filename="👩‍👩‍👧.png"', "👩‍👩‍👧.png"],
    ["Latin-1 given by name", "filename*=ISO-8859-1''Gr%FC%DFe.png", "Grüße.png"],
  ])("a file name in %s is decoded", async (_what, parameter, fileName) => {
    const answer = await fetch(`http://127.0.0.1:${gateway.port}${path}`, {
      method: "POST",
      body: new Uint8Array(named(parameter)),
      headers: {
        Authorization: `Bearer ${token}`,
        "Content-Type": "multipart/form-data; boundary=y",
      },
    });
    expect(answer.status).toBe(201);
    const body = (await answer.json()) as { uploads: { fileName: string }[] };
    expect(body.uploads[0]?.fileName).toBe(fileName);
  });

  test("a form may have only a file", async () => {
    expect((await send([picture])).body.body).toEqual({ option: {} });
  });

  test.each(["option_attachments[]", "option_attachments", "option[attachment]"])(
    "the name %s of a file field is accepted",
    async (name) => {
      const answer = await send([[name, blob(png(1, 1)), "x.png"]]);
      expect([answer.status, answer.body.uploads.length]).toEqual([201, 1]);
    },
  );

  test("a repeated form with an Idempotency-Key is stored once; another file counts as another body", async () => {
    const once = (width: number) =>
      send([["option_attachments[]", blob(png(width, 1)), "x.png"]], { idempotencyKey: "k" });
    const [first, again, other] = [await once(1), await once(1), await once(2)];
    expect(first.status).toBe(201);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.body).toEqual(first.body);
    expect([other.status, other.body.code]).toEqual([422, "idempotency_key_reused"]);
  });

  test("several files keep their order", async () => {
    const answer = await send(
      [1, 2, 3].map((n) => ["option_attachments[]", blob(png(n, 1)), `${n}.png`]),
    );
    expect(answer.body.uploads.map(({ width }: { width: number }) => width)).toEqual([1, 2, 3]);
  });

  test("an empty file input is not a file", async () => {
    const answer = await send([
      ["option[content]", "x"],
      ["option_attachments[]", blob("", "application/octet-stream"), ""],
    ]);
    expect([answer.status, answer.body.uploads]).toEqual([201, []]);
  });

  test("a data: URI in JSON is stored like a file", async () => {
    const bytes = png(3, 2);
    const attachment = `data:image/png;base64,${bytes.toString("base64")}`;
    const answer = await gateway.request(`POST ${path}`, {
      token,
      body: { option: { content: "drawn", attachment } },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      body: { option: { content: "drawn" } },
      uploads: [{ kind: "image", width: 3, height: 2, byteSize: bytes.length }],
    });
    expect(await stored()).toHaveLength(1);
  });

  test.each<[string, () => readonly Part[], number, object]>([
    [
      "a text",
      () => [["option_attachments[]", blob("some words"), "x.png"]],
      422,
      {
        errors: {
          attachment: [
            expect.stringContaining("has an unsupported format. Supported formats: JPEG, PNG, "),
          ],
        },
      },
    ],
    [
      "a broken picture",
      () => [["option_attachments[]", blob(png(30, 20).subarray(0, 20)), "x.png"]],
      422,
      { errors: { attachment: ["is broken or incomplete"] } },
    ],
    [
      "a file above the cap of its kind",
      () => [["option_attachments[]", blob(png(3, 2, 1_100_000)), "x.png"]],
      413,
      { code: "too_large" },
    ],
    ["too many files", () => Array(4).fill(picture), 413, { code: "too_large" }],
    [
      "a file under another name",
      () => [["photo", blob(png(1, 1)), "x.png"]],
      422,
      { errors: { photo: ["is not a known field"] } },
    ],
    [
      "an unknown field beside a file",
      () => [picture, ["color", "red"]],
      422,
      { errors: { color: ["is not a known field"] } },
    ],
    [
      "__proto__",
      () => [["__proto__[a]", "b"]],
      422,
      { errors: { __proto__: ["is not a known field"] } },
    ],
    [
      "a field twice",
      () => [
        ["option[content]", "a"],
        ["option[content]", "b"],
      ],
      422,
      { errors: { content: ["is given more than once"] } },
    ],
    [
      "a field and a list of one name",
      () => [
        ["option[content]", "a"],
        ["option[content][]", "b"],
      ],
      422,
      { errors: { content: ["is given more than once"] } },
    ],
    ["a malformed name", () => [["option[content", "a"]], 400, { code: "bad_request" }],
    ["a very deeply nested name", () => [["a[b][c][d][e][f]", "a"]], 400, { code: "bad_request" }],
    [
      "a field that is too large",
      () => [["option[content]", "x".repeat(110_000)]],
      413,
      { code: "too_large" },
    ],
    [
      "more than 1 MiB of fields",
      () => Array.from({ length: 11 }, (_, at) => [`f${at}`, "x".repeat(100_000)]),
      413,
      { code: "too_large" },
    ],
    [
      "more than 1,000 fields",
      () => Array.from({ length: 1_001 }, (_, at) => [`f${at}`, "x"]),
      413,
      { code: "too_large" },
    ],
    [
      "a value of the wrong type",
      () => [
        ["option[rotation]", "left"],
        ["terms", "2"],
      ],
      422,
      { errors: { rotation: expect.anything(), terms: expect.anything() } },
    ],
    [
      "a form that makes the handler fail",
      () => [picture, ["ending", "break"]],
      500,
      { code: "internal_error" },
    ],
  ])("%s is refused", async (what, parts, status, body) => {
    const answer = await send(parts());
    expect(answer.status).toBe(status);
    if (what === "__proto__") expect(answer.text).toContain('"__proto__":["is not a known field"]');
    else expect(answer.body).toMatchObject(body);
    // After an internal error the commit is unknown, so the file stays until the sweep of orphans.
    if (status !== 500) expect(await stored()).toEqual([]);
  });

  test.each([
    ["without a disposition", "Content-Type: image/png"],
    ["of another disposition", 'Content-Disposition: attachment; filename="a.png"'],
    [
      "with an unquoted name with brackets",
      'Content-Disposition: form-data; name=option_attachments[]; filename="a.png"',
    ],
    [
      "with a broken filename*",
      "Content-Disposition: form-data; name=\"option_attachments[]\"; filename*=UTF-8''%E4%ZZ.png",
    ],
    [
      "with a filename* that is no UTF-8",
      "Content-Disposition: form-data; name=\"option_attachments[]\"; filename*=UTF-8''%C3%28.png",
    ],
    [
      "with two dispositions",
      'Content-Disposition: form-data; name="option[subtitle]"\r\nContent-Disposition: form-data; name="option_attachments[]"; filename="a.png"',
    ],
    [
      "after a boundary that something follows",
      'Content-Disposition: form-data; name="x"',
      "--b x\r\n",
    ],
    ["after an end with blanks inside", 'Content-Disposition: form-data; name="x"', "--b --\r\n"],
  ])("a part %s does not vanish", async (_what, head, delimiter = "--b\r\n") => {
    const text = '--b\r\nContent-Disposition: form-data; name="option[content]"\r\n\r\nTea\r\n';
    const body = Buffer.concat([
      Buffer.from(`${text}${delimiter}${head}\r\n\r\n`),
      png(30, 20),
      Buffer.from("\r\n--b--\r\n"),
    ]);
    const answer = await fetch(`${gateway.url}${path}`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${token}`,
        "Content-Type": "multipart/form-data; boundary=b",
      },
      body,
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: "bad_request" }]);
    expect(await stored()).toEqual([]);
  });

  test("blanks after a boundary belong to it (RFC 2046)", async () => {
    const field = 'Content-Disposition: form-data; name="option[content]"\r\n\r\nTea';
    const file =
      'Content-Disposition: form-data; name="option_attachments[]"; filename="a.png"\r\n\r\n';
    const answer = await fetch(`${gateway.url}${path}`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${token}`,
        "Content-Type": "multipart/form-data; boundary=b",
      },
      body: Buffer.concat([
        Buffer.from(`--b \t\r\n${field}\r\n--b  \r\n${file}`),
        png(30, 20),
        Buffer.from("\r\n--b-- \r\n"),
      ]),
    });
    expect([answer.status, await answer.json()]).toMatchObject([
      201,
      { body: { option: { content: "Tea" } }, uploads: [{ fileName: "a.png" }] },
    ]);
  });

  test("files that no row names are removed", async () => {
    expect((await send([picture, ["ending", "forget"]])).status).toBe(201);
    expect(await stored()).toEqual([]);
  });

  test.each<[string, () => readonly Part[], object, number]>([
    ["without a token", () => [picture], { token: undefined }, 401],
  ])("%s no file is stored", async (_case, parts, options, status) => {
    expect((await send(parts(), options)).status).toBe(status);
    expect(await stored()).toEqual([]);
  });

  test("an upload to an unknown poll is refused", async () => {
    const form = new FormData();
    form.append("option_attachments[]", blob(png(1, 1)), "x.png");
    const answer = await gateway.request("POST /api/v1/polls/nowhere/options", { token, form });
    expect(answer.status).toBe(404);
    expect(await stored()).toEqual([]);
  });

  test("a data: URI that is malformed, or above the cap, is refused", async () => {
    const post = (attachment: string) =>
      gateway.request(`POST ${path}`, { token, body: { option: { attachment } } });
    expect((await post("data:image/png,plain")).body.errors).toEqual({
      attachment: ["must be a data: URI in base64"],
    });
    expect((await post("data:text/html;base64,PGI+")).status).toBe(422);
    expect((await post(`data:image/png;base64,${"A".repeat(1_100_000)}`)).status).toBe(413);
    expect((await post("https://example.org/x.png")).body.errors).toEqual({
      attachment: ["is not a known field"],
    });
    expect(await stored()).toEqual([]);
  });

  test("a body of another type is 415, with the types that are accepted", async () => {
    const answer = await gateway.request(`POST ${path}`, {
      token,
      text: "x",
      headers: { "Content-Type": "image/png" },
    });
    expect([answer.status, answer.body]).toEqual([
      415,
      {
        error: "Content-Type must be application/json or multipart/form-data",
        code: "unsupported_media_type",
      },
    ]);
  });

  test.each([
    "multipart/form-data",
    'multipart/form-data; boundary="',
    "multipart/form-data; boundary=x",
  ])("a form with this boundary is 400: %s", async (type) => {
    const answer = await gateway.request(`POST ${path}`, {
      token,
      text: "--y\r\n",
      headers: { "Content-Type": type },
    });
    expect([answer.status, answer.body.code]).toEqual([400, "bad_request"]);
  });

  test.each([
    ["a field without a name", ["Content-Disposition: form-data", "", "x"]],
    ["a field with an empty name", ['Content-Disposition: form-data; name=""', "", "x"]],
    ["a file without a name", ['Content-Disposition: form-data; filename="x.png"', "", "x"]],
    [
      "a field with an unknown character set",
      [
        'Content-Disposition: form-data; name="terms"',
        "Content-Type: text/plain; charset=x-x",
        "",
        "1",
      ],
    ],
    ["a part without headers", ["x"]],
    ["a part with a broken header", ["Content-Disposition", "", "x"]],
  ])("%s is 400", async (_case, lines) => {
    const answer = await gateway.request(`POST ${path}`, {
      token,
      text: ["--y", ...lines, "--y--", ""].join("\r\n"),
      headers: { "Content-Type": "multipart/form-data; boundary=y" },
    });
    expect([answer.status, answer.body.code]).toEqual([400, "bad_request"]);
  });

  /** Sends the first part of an upload. The test decides what happens then. */
  function beginUpload(share: number) {
    const file = png(30, 20, 500_000);
    const head = `--b\r\nContent-Disposition: form-data; name="option_attachments[]"; filename="x.png"\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), file, Buffer.from("\r\n--b--\r\n")]);
    const socket = connect(gateway.port, "127.0.0.1");
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("error", () => {});
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.subarray(0, Math.floor(body.length * share)));
    return { socket, answer: () => answer };
  }

  /** Also checks files that are being written and have no key yet. */
  const nothingLeft = () =>
    waitFor(async () => (await stored()).length === 0 && (await incoming()).length === 0, {
      what: "the storage is empty again",
    });
  const incoming = async () => {
    const location = gateway.deps.config.storage;
    return location.kind === "disk" ? readdir(`${location.directory}/incoming`) : [];
  };

  test.each([0.1, 0.5, 0.9])(
    "an upload that breaks off after %f of its bytes leaves no file",
    async (share) => {
      const { socket } = beginUpload(share);
      await waitFor(async () => (await incoming()).length === 1, {
        what: "it began",
      });
      socket.destroy();
      await nothingLeft();
    },
  );

  test("an upload that stops sending is refused, and leaves no file", async () => {
    const { socket, answer } = beginUpload(0.5);
    await waitFor(() => answer().includes("HTTP/1.1 400"), {
      what: "an answer",
    });
    expect(answer()).toContain("The body arrived too slowly");
    await nothingLeft();
    socket.destroy();
  });

  const disk = mountSmallDisk(256 * 1024);
  const describeWithSmallDisk = describeWhere(
    disk !== undefined,
    "only root can mount a small disk",
  );
  describeWithSmallDisk("on a small disk", () => {
    test("a full disk is 503 with Retry-After for a file of any size, and /readyz reports it", async () => {
      const directory = disk?.directory ?? "";
      const small = await startGateway(
        { url: gateway.deps.config.databaseUrl },
        {
          endpoints,
          env: { IMAGE_MAX_MB: "20", LOG_LEVEL: "silent" },
          config: { storage: { kind: "disk", directory, minFreeBytes: 0 } },
        },
      );
      try {
        expect((await small.request("GET /readyz")).body.parts.storage).toBe("ok");
        writeFileSync(join(directory, "filler"), Buffer.alloc(190 * 1024));
        for (const bytes of [70_000, 200_000, 600_000, 2_000_000, 12_000_000]) {
          const form = new FormData();
          form.append("option_attachments[]", blob(png(30, 20, bytes)), "x.png");
          const answer = await small.request(`POST ${path}`, { token, form });
          const told = { bytes, status: answer.status, code: answer.body.code };
          expect(told).toEqual({ bytes, status: 503, code: "unavailable" });
          expect(answer.headers.get("retry-after")).toBe("10");
          expect(readdirSync(join(directory, "incoming"))).toEqual([]);
        }
        writeFileSync(join(directory, "more"), Buffer.alloc(60 * 1024));
        const { body } = await small.request("GET /readyz");
        expect(body.parts.storage).toBe("full");
        rmSync(join(directory, "filler"));
        const form = new FormData();
        form.append("option_attachments[]", blob(png(30, 20, 70_000)), "x.png");
        expect((await small.request(`POST ${path}`, { token, form })).status).toBe(201);
        expect((await small.request("GET /readyz")).body.parts.storage).toBe("ok");
      } finally {
        await small.close();
      }
    });
  });

  test("an outage of the storage is 503 with Retry-After", async () => {
    const { storage } = gateway.deps;
    const away = await startGateway(
      { url: gateway.deps.config.databaseUrl },
      {
        endpoints,
        deps: {
          storage: {
            ...storage,
            put: async (_key, content) => {
              content.destroy();
              throw new StorageError("full", "no room");
            },
          },
        },
      },
    );
    try {
      const form = new FormData();
      form.append("option_attachments[]", blob(png(1, 1)), "x.png");
      const answer = await away.request(`POST ${path}`, { token, form });
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "10"]);
    } finally {
      await away.close();
    }
  });
});
