// Peak memory of a media worker with all its processes: for each format the largest accepted picture,
// two at a time, of two polls.
import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  closeAll,
  opened,
  root,
  startDatabase,
  startGateway,
  storageDirectory,
} from "../servers.mjs";
import { createAccount } from "../votes/data.mjs";
import { kinds, picture } from "./files.mjs";
import { watchMemory } from "./process-tree.mjs";
import { inspect, programs, require, tools } from "./worker-tools.mjs";

const { freePort, serviceNamed, startService, waitUntilReady } = require("@polls/devstack");
const { exceededCap } = require("@polls/media");

export const mostMb = 700;
const atOnce = 2;
const largestMegapixels = 100;
/** A picture is rendered or failed after three tries of 30 s. */
const showMs = 180_000;

/** Sizes from which the growth of the memory of a kind is computed. */
const sampleMegapixels = [10, 20];

/** Creates the largest accepted picture of a kind. */
async function largest(kind) {
  const held = [];
  for (const size of sampleMegapixels) {
    held.push((await inspect(await picture(kind, size))).media.heldBytes);
  }
  // Memory grows with the pixels, or with their square root if the decoder keeps only rows.
  const growth = Math.max(0.1, Math.log2(held[1] / held[0]));
  const share = tools.caps.imageMaxHeldBytes / held[1];
  let megapixels = Math.min(largestMegapixels, sampleMegapixels[1] * share ** (1 / growth));
  for (;;) {
    const file = await picture(kind, megapixels);
    const { media } = await inspect(file);
    const byteSize = statSync(file).size;
    if (exceededCap(tools.caps, { ...media, byteSize }, "image") === undefined) {
      return { file, media, byteSize };
    }
    megapixels *= 0.97;
  }
}

/** The variables that its image sets for the worker's memory. */
function imageVariables() {
  const image = readFileSync(join(root, "Dockerfile"), "utf8").split("AS media-worker\n")[1];
  const [, set = ""] = /^ENV ((?:.*\\\n)*.*)$/m.exec(image) ?? [];
  return Object.fromEntries(
    [...set.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)].map(([, name, quoted, bare]) => [
      name,
      quoted ?? bare,
    ]),
  );
}

async function startStack() {
  const { databaseUrl } = await startDatabase();
  const gateway = await startGateway({ databaseUrl });
  const worker = await startService(serviceNamed("media-worker"), {
    root,
    from: "dist",
    port: await freePort(),
    env: {
      ...programs,
      ...imageVariables(),
      NODE_ENV: "production",
      DATABASE_URL: databaseUrl,
      STORAGE_DIR: storageDirectory,
      LOG_LEVEL: "warn",
    },
  });
  opened(worker);
  await waitUntilReady(worker, 30_000);
  return { gateway, worker, account: createAccount(databaseUrl) };
}

/** A client that creates galleries and waits until a picture is rendered or failed. */
function client({ gateway, account }) {
  async function ask(method, path, body) {
    const response = await fetch(`${gateway.url}/api/v1${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${account.private_token}`,
        ...(typeof body === "string" && { "Content-Type": "application/json" }),
      },
      body,
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(answer));
    return answer;
  }
  return {
    async gallery() {
      const poll = { title: "Memory", type: "Polls::ImageGallery" };
      return (await ask("POST", "/polls", JSON.stringify({ poll }))).member_hash;
    },
    async show(poll, content) {
      const form = new FormData();
      form.append("option_attachments[]", new Blob([content]), "picture");
      const { id } = await ask("POST", `/polls/${poll}/options`, form);
      for (const deadline = Date.now() + showMs; Date.now() < deadline; await pause(100)) {
        const option = await ask("GET", `/polls/${poll}/options/${id}`);
        if (option.processing === false) return option.processing_error ?? "shown";
      }
      return `neither shown nor given up after ${showMs / 1_000} s`;
    },
  };
}

export async function peakMemory(of = kinds) {
  try {
    const stack = await startStack();
    const { gallery, show } = client(stack);
    const rows = [];
    for (const kind of of) {
      const { file, media, byteSize } = await largest(kind);
      const content = readFileSync(file);
      rmSync(file);
      const polls = await Promise.all(Array.from({ length: atOnce }, gallery));
      const watch = watchMemory(stack.worker.pid);
      const ends = await Promise.all(polls.map((poll) => show(poll, content)));
      rows.push({
        picture: kind,
        megapixels: Number(((media.width * media.height) / 1e6).toFixed(1)),
        fileMb: Math.ceil(byteSize / 2 ** 20),
        ends: [...new Set(ends)].join(", "),
        ...watch.stop(),
      });
      console.error(JSON.stringify(rows.at(-1)));
    }
    return rows;
  } finally {
    await closeAll();
  }
}

export const tooMuch = (rows) =>
  rows
    .filter(({ mostMb: most, ends }) => most > mostMb || ends !== "shown")
    .map(({ picture: kind, ...row }) => `${kind}: ${row.mostMb} MB, ${row.ends}`);
