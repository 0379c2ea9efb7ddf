import { buildPoll } from "@polls/testing";
import { z } from "zod";
import { reply } from "../src/http/replies/reply";
import { endpointsOf } from "../src/http/routing/endpoint";
import { shareAccount, shareGateway } from "./share-gateway";

const endpoint = endpointsOf({ tag: "Polls", auth: "any" });

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

/** An endpoint that answers with the fields and files that it read. */
export const uploadEndpoints = [
  endpoint({
    run: "transaction",
    method: "post",
    path: "/api/v1/polls/:poll_id/options",
    id: "test.one",
    summary: "",
    description: "",
    poll: { param: "poll_id", password: "none", restricted: false, lock: "shared" },
    files: "option",
    body: Body,
    responses: { 201: z.unknown() },
    handle: async ({ body, uploads }) => {
      const read = body.read();
      for (const upload of uploads) if (read.ending !== "forget") upload.keep();
      if (read.ending === "break") throw new Error("a defect");
      return reply(201, {
        body: read,
        uploads: uploads.map(({ keep: _, ...upload }) => upload),
      });
    },
  }),
];

export const blob = (bytes: Buffer | string, type = "image/png") =>
  new Blob([new Uint8Array(Buffer.from(bytes))], { type });

export type Part = readonly [name: string, value: string | Blob, fileName?: string];

/** Uploads to an endpoint with small limits. A file of tests shares the gateway and the account. */
export function shareUploads() {
  const gateway = shareGateway({
    endpoints: uploadEndpoints,
    env: { IMAGE_MAX_MB: "1", DATA_URI_MAX_MB: "1", LOG_LEVEL: "silent" },
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
  const account = shareAccount(gateway);
  let memberHash: string;
  beforeAll(async () => {
    ({ memberHash } = await buildPoll(gateway.db));
  });
  afterEach(() => gateway.deps.storage.removePrefix("originals/"));
  const path = () => `/api/v1/polls/${memberHash}/options`;
  return {
    gateway,
    account,
    path,
    async stored() {
      const keys: string[] = [];
      for await (const { key } of gateway.deps.storage.list("")) keys.push(key);
      return keys;
    },
    send(parts: readonly Part[], options = {}) {
      const form = new FormData();
      for (const [name, value, fileName] of parts) {
        if (typeof value === "string") form.append(name, value);
        else form.append(name, value, fileName);
      }
      return gateway.request(`POST ${path()}`, { token: account.privateToken, form, ...options });
    },
  };
}
