// Covers docs/reference/errors.md: codes-of-files
// Covers docs/reference/media.md: checks-before-201, codecs, hard-caps, kind-by-content
// Covers docs/reference/options.md: files
// Covers docs/reference/requests.md: forms, idempotency
// Covers docs/reliability.md: invalid-requests, upload-limits

import { png } from "@polls/testing";
import { blob, type Part, shareUploads } from "../../../testing/upload-endpoint";

const { gateway, account, path, stored, send } = shareUploads();

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
  const description = box("stsd", Buffer.from("\0\0\0\0\0\0\0\x01\0\0\0\x10aprn\0\0\0\0\0\0\0\0"));
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

test("a file without a byte is empty, in a form and as a data: URI", async () => {
  const refused = [422, "unusable_file", { attachment: ["is empty"] }];
  const form = await send([["option_attachments[]", blob(Buffer.alloc(0)), "a.png"]]);
  expect([form.status, form.body.code, form.body.errors]).toEqual(refused);
  const uri = await gateway.as(account, `POST ${path()}`, {
    option: { attachment: "data:image/png;base64," },
  });
  expect([uri.status, uri.body.code, uri.body.errors]).toEqual(refused);
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
  ["an encoding given by name", "filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%E2%80%93.png", "Grüße –.png"],
  ["the encoding of browsers", 'filename="the %22best%22%0D%0A 100%.png"', 'the "best" 100%.png'],
  ["backslashes", 'filename="the \\"best\\".png"', 'the "best".png'],
  ["UTF-8 with joiners", 'filename="👩‍👩‍👧.png"', "👩‍👩‍👧.png"],
  ["Latin-1 given by name", "filename*=ISO-8859-1''Gr%FC%DFe.png", "Grüße.png"],
  [
    "UTF-8 given by name that looks like another",
    "filename*=UTF-8''%C3%83%C2%BC%2522.png",
    "Ã¼%22.png",
  ],
  ["UTF-8 with a semicolon at the end", 'filename="Grüße.png";', "Grüße.png"],
  ["UTF-8 with semicolons in it", 'filename="name=a; name=b.png" ; ', "name=a; name=b.png"],
  ["UTF-8 on a line of its own", '\r\n filename="a.png"', "a.png"],
])("a file name in %s is decoded", async (_what, parameter, fileName) => {
  const answer = await fetch(`http://127.0.0.1:${gateway.port}${path()}`, {
    method: "POST",
    body: new Uint8Array(named(parameter)),
    headers: {
      Authorization: `Bearer ${account.privateToken}`,
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
  const answer = await gateway.as(account, `POST ${path()}`, {
    option: { content: "drawn", attachment },
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

test.each<[string, string, string?]>([
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
    "with a filename* that is no UTF-8 beside a good filename",
    'Content-Disposition: form-data; name="option_attachments[]"; filename="a.png"; filename*=UTF-8\'\'%E4.png',
  ],
  [
    "with two names",
    'Content-Disposition: form-data; name="option_attachments[]"; name="option[content]"; filename="a.png"',
  ],
  [
    "with two names of the file",
    'Content-Disposition: form-data; name="option_attachments[]"; filename="a.png"; FileName=b.png',
  ],
  [
    "with two types",
    'Content-Disposition: form-data; name="option_attachments[]"; filename="a.png"\r\nContent-Type: image/png\r\nContent-Type: text/plain',
  ],
  ...["base64", "Quoted-Printable", "x-gzip"].map((encoding): [string, string] => [
    `in ${encoding}`,
    `Content-Disposition: form-data; name="option_attachments[]"; filename="a.png"\r\nContent-Transfer-Encoding: ${encoding}`,
  ]),
  [
    "with two encodings",
    'Content-Disposition: form-data; name="option_attachments[]"; filename="a.png"\r\nContent-Transfer-Encoding: 8bit\r\nContent-Transfer-Encoding: base64',
  ],
  ...[";;;", "image", "image/png/x", "\xff\xfe"].map((type): [string, string] => [
    `of the type ${type}`,
    `Content-Disposition: form-data; name="option_attachments[]"; filename="a.png"\r\nContent-Type: ${type}`,
  ]),
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
  const answer = await fetch(`${gateway.url}${path()}`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${account.privateToken}`,
      "Content-Type": "multipart/form-data; boundary=b",
    },
    body,
  });
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: "bad_request" }]);
  expect(await stored()).toEqual([]);
});

/** The answer to a form with one field: a head, and a content of bytes that are written as Latin-1. */
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
  const answer = await gateway.request("POST /api/v1/polls/nowhere/options", {
    token: account.privateToken,
    form,
  });
  expect(answer.status).toBe(404);
  expect(await stored()).toEqual([]);
});

test("a data: URI that is malformed, or above the cap, is refused", async () => {
  const post = (attachment: string) =>
    gateway.as(account, `POST ${path()}`, { option: { attachment } });
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
  const answer = await gateway.request(`POST ${path()}`, {
    token: account.privateToken,
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

test("a form in another character set than UTF-8 is 415", async () => {
  const answer = await gateway.request(`POST ${path()}`, {
    token: account.privateToken,
    text: "--y--\r\n",
    headers: { "Content-Type": "multipart/form-data; boundary=y; charset=utf-16" },
  });
  expect([answer.status, answer.body.code]).toEqual([415, "unsupported_media_type"]);
});

test.each([
  "multipart/form-data",
  'multipart/form-data; boundary="',
  "multipart/form-data; boundary=x",
])("a form with this boundary is 400: %s", async (type) => {
  const answer = await gateway.request(`POST ${path()}`, {
    token: account.privateToken,
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
  const answer = await gateway.request(`POST ${path()}`, {
    token: account.privateToken,
    text: ["--y", ...lines, "--y--", ""].join("\r\n"),
    headers: { "Content-Type": "multipart/form-data; boundary=y" },
  });
  expect([answer.status, answer.body.code]).toEqual([400, "bad_request"]);
});
