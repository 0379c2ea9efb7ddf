// Covers docs/reliability.md: broken-connections, storage-failures, upload-limits

import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { StorageError } from "@polls/storage";
import { describeWhere, mountSmallDisk, png, waitFor } from "@polls/testing";
import { blob, shareUploads, uploadEndpoints } from "../../../testing/upload-endpoint";

const { gateway, account, path, stored } = shareUploads();

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
    `POST ${path()} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${account.privateToken}\r\n` +
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
const describeWithSmallDisk = describeWhere(disk !== undefined, "only root can mount a small disk");
describeWithSmallDisk("on a small disk", () => {
  test("a full disk is 503 with Retry-After for a file of any size, and /readyz reports it", async () => {
    const directory = disk?.directory ?? "";
    const small = await gateway.startAnother({
      endpoints: uploadEndpoints,
      env: { IMAGE_MAX_MB: "20", LOG_LEVEL: "silent" },
      config: { storage: { kind: "disk", directory, minFreeBytes: 0 } },
    });
    // A check that a busy machine does not answer within a second says so.
    const reported = (state: string) =>
      waitFor(async () => (await small.request("GET /readyz")).body.parts.storage === state, {
        what: `/readyz reports ${state}`,
      });
    await reported("ok");
    writeFileSync(join(directory, "filler"), Buffer.alloc(190 * 1024));
    for (const bytes of [70_000, 200_000, 600_000, 2_000_000, 12_000_000]) {
      const form = new FormData();
      form.append("option_attachments[]", blob(png(30, 20, bytes)), "x.png");
      const answer = await small.request(`POST ${path()}`, { token: account.privateToken, form });
      const told = { bytes, status: answer.status, code: answer.body.code };
      expect(told).toEqual({ bytes, status: 503, code: "unavailable" });
      expect(answer.headers.get("retry-after")).toBe("10");
      expect(readdirSync(join(directory, "incoming"))).toEqual([]);
    }
    writeFileSync(join(directory, "more"), Buffer.alloc(60 * 1024));
    await reported("full");
    rmSync(join(directory, "filler"));
    const form = new FormData();
    form.append("option_attachments[]", blob(png(30, 20, 70_000)), "x.png");
    expect(
      (await small.request(`POST ${path()}`, { token: account.privateToken, form })).status,
    ).toBe(201);
    await reported("ok");
  });
});

test("an outage of the storage is 503 with Retry-After", async () => {
  const { storage } = gateway.deps;
  const away = await gateway.startAnother({
    endpoints: uploadEndpoints,
    deps: {
      storage: {
        ...storage,
        put: async (_key, content) => {
          content.destroy();
          throw new StorageError("full", "no room");
        },
      },
    },
  });
  const form = new FormData();
  form.append("option_attachments[]", blob(png(1, 1)), "x.png");
  const answer = await away.request(`POST ${path()}`, { token: account.privateToken, form });
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "10"]);
});
