import { z } from "zod";
import type { Deps } from "../../deps";

/** The host of a page, which passkeys are bound to, and its origin. */
type PageAddress = Pick<URL, "origin" | "hostname">;

export const pageAddress = ({ ownUrl, config }: Pick<Deps, "ownUrl" | "config">): PageAddress =>
  ownUrl ?? config.baseUrl;

/** How devices name an account: by its public id, which tells nothing of the person. */
export const handleOf = (publicId: string): string => Buffer.from(publicId).toString("base64url");

const ID_MAX = 1_364;
const base64url = z.string().regex(/^[\w-]+$/);
const credential = {
  id: base64url.max(ID_MAX),
  rawId: base64url.max(ID_MAX),
  type: z.literal("public-key"),
};

/** What a browser sends of a new passkey: the fields that are used. */
export const NewPasskeyResponse = z.object({
  ...credential,
  response: z.object({ clientDataJSON: base64url, attestationObject: base64url }),
});

/** What a browser sends of a passkey that signs in. */
export const PasskeyResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    /** The account, as the device remembers it. */
    userHandle: base64url,
  }),
});

type NewPasskey = z.output<typeof NewPasskeyResponse>;
type UsedPasskey = z.output<typeof PasskeyResponse>;

/** ES256, EdDSA and RS256 of COSE. */
export const algorithms = [-7, -8, -257];

export interface PasskeyKey {
  readonly credentialId: Uint8Array<ArrayBuffer>;
  readonly publicKey: Uint8Array<ArrayBuffer>;
  readonly counter: number;
}

// A frame in a page of another site neither adds nor uses passkeys.
const ClientData = z.object({ challenge: base64url, crossOrigin: z.literal(false).optional() });

/** The challenge that a browser answers. Undefined: it names none. */
export function challengeOf({
  response: { clientDataJSON },
}: NewPasskey | UsedPasskey): string | undefined {
  try {
    const text = Buffer.from(clientDataJSON, "base64url").toString("utf8");
    return ClientData.parse(JSON.parse(text)).challenge;
  } catch {
    return undefined;
  }
}

/** Checks a new passkey. Undefined: it cannot be used. The library is loaded with the first passkey. */
export async function verifyNewPasskey(
  answer: NewPasskey,
  challenge: string,
  { origin, hostname }: PageAddress,
): Promise<PasskeyKey | undefined> {
  const library = await import("@simplewebauthn/server");
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  try {
    const attestation = decodeAttestationObject(
      new Uint8Array(Buffer.from(answer.response.attestationObject, "base64url")),
    );
    // None was asked for. Its certificates could name addresses that the library would fetch.
    const isPlain = ["none", "packed"].includes(attestation.get("fmt"));
    if (!isPlain || attestation.get("attStmt").get("x5c") !== undefined) return undefined;
    const { verified, registrationInfo } = await library.verifyRegistrationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostname,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (!verified) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    if (id !== answer.id) return undefined;
    return {
      credentialId: new Uint8Array(Buffer.from(id, "base64url")),
      publicKey: new Uint8Array(publicKey),
      counter,
    };
  } catch {
    return undefined;
  }
}

/**
 * Checks that a passkey has signed a challenge, that its device has recognized the person, and that no copy has
 * counted further. Returns the new count. Undefined: it does not sign in.
 */
export async function verifyPasskey(
  answer: UsedPasskey,
  challenge: string,
  { origin, hostname }: PageAddress,
  passkey: Pick<PasskeyKey, "publicKey" | "counter">,
): Promise<number | undefined> {
  const library = await import("@simplewebauthn/server");
  try {
    const { verified, authenticationInfo } = await library.verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: hostname,
      requireUserVerification: true,
      credential: { ...passkey, id: answer.id },
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
