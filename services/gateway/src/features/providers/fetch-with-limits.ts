import http from "node:http";
import https from "node:https";
import type { CustomFetch } from "openid-client";

const RESPONSE_MAX_BYTES = 1_000_000;

/** Unlike `fetch`, these modules use private authorities and the proxy. No redirects. */
export const fetchWithLimits: CustomFetch = (url, { method, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const { request } = url.startsWith("https:") ? https : http;
    const outgoing = request(url, { method, headers, ...(signal && { signal }) }, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on("data", (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > RESPONSE_MAX_BYTES) outgoing.destroy(new Error("the response is too large"));
      });
      response.on("error", reject);
      response.on("end", () => {
        const { statusCode: status = 0 } = response;
        const content = [204, 205, 304].includes(status) ? null : Buffer.concat(chunks);
        const type = response.headers["content-type"];
        const answerHeaders = type === undefined ? {} : { "Content-Type": type };
        resolve(new Response(content, { status, headers: answerHeaders }));
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body?.toString());
  });
