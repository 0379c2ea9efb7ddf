import { ApiError, ConnectionError } from "@polls/client";
import { ownPath } from "./own-path";

/** Whether the browser has passkeys and their form in JSON. Without HTTPS none has. */
export const takesPasskeys = (): boolean =>
  typeof PublicKeyCredential !== "undefined" &&
  "parseCreationOptionsFromJSON" in PublicKeyCredential;

async function post<Answer>(path: `/${string}`, body: object = {}): Promise<Answer> {
  const response = await fetch(ownPath(path), {
    method: "POST",
    credentials: "same-origin",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  }).catch((cause: unknown) => {
    throw new ConnectionError(path, { cause });
  });
  const text = await response.text();
  const answer = text === "" ? {} : JSON.parse(text);
  if (!response.ok) throw new ApiError(response.status, answer, response.headers);
  return answer;
}

/** The person stopped, or the device has no passkey that can be used. */
export class NoPasskey extends Error {
  /** Whether the device has a passkey of the account already. */
  readonly exists: boolean;
  constructor(cause: unknown) {
    super("no passkey", { cause });
    this.exists = cause instanceof DOMException && cause.name === "InvalidStateError";
  }
}

async function jsonOf(asked: Promise<Credential | null>): Promise<unknown> {
  try {
    return ((await asked) as PublicKeyCredential).toJSON();
  } catch (cause) {
    throw new NoPasskey(cause);
  }
}

/** Makes a passkey on the device, and adds it to the account. */
export async function addPasskey(name: string): Promise<void> {
  const options = await post<PublicKeyCredentialCreationOptionsJSON>("/session/passkey/ask_new");
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await jsonOf(navigator.credentials.create({ publicKey }));
  await post("/session/passkey/add", { name, credential });
}

/** Signs this browser in with a passkey that the person chooses. */
export async function signInByPasskey(): Promise<void> {
  const options = await post<PublicKeyCredentialRequestOptionsJSON>("/session/passkey/ask");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await jsonOf(navigator.credentials.get({ publicKey }));
  await post("/session/passkey/sign_in", { credential });
}
