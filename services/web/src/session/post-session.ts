import { ConnectionError } from "@polls/client";
import { ownPath } from "./own-path";

interface SessionResponse {
  readonly ok: boolean;
  readonly status: number;
  readonly text: string;
}

/** Sends a request about the session. Throws `ConnectionError` without a response, as the client does. */
export async function postSession(
  path: `/${string}`,
  headers: Readonly<Record<string, string>> = {},
): Promise<SessionResponse> {
  try {
    const response = await fetch(ownPath(path), {
      method: "POST",
      credentials: "same-origin",
      headers,
    });
    return { ok: response.ok, status: response.status, text: await response.text() };
  } catch (cause) {
    throw new ConnectionError(path, { cause });
  }
}
