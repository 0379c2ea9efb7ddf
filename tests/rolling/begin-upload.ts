import http from "node:http";
import { png } from "@polls/testing";

/** An upload that stays open until the test finishes it. */
export interface OpenUpload {
  /** Rejects when the connection breaks. */
  readonly status: Promise<number | undefined>;
  readonly finish: () => void;
}

/** Starts to upload a picture as an option to `url`. */
export function beginUpload(url: string, token: string): OpenUpload {
  const head =
    '--b\r\nContent-Disposition: form-data; name="option_attachments[]"; filename="x.png"\r\n' +
    "Content-Type: image/png\r\n\r\n";
  const body = Buffer.concat([
    Buffer.from(head),
    png(30, 20, 100_000),
    Buffer.from("\r\n--b--\r\n"),
  ]);
  const request = http.request(url, {
    method: "POST",
    agent: false,
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "multipart/form-data; boundary=b",
      "Content-Length": body.length,
    },
  });
  const status = new Promise<number | undefined>((resolve, reject) => {
    request.once("error", reject);
    request.once("response", (response) => {
      response.resume().once("end", () => resolve(response.statusCode));
    });
  });
  status.catch(() => undefined);
  request.write(body.subarray(0, 50_000));
  return { status, finish: () => void request.end(body.subarray(50_000)) };
}
