import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** What may be wrong with a response of a device. */
export interface Fault {
  readonly origin?: string;
  readonly crossOrigin?: boolean;
  readonly host?: string;
  readonly counter?: number;
  readonly isUserVerified?: boolean;
  readonly userHandle?: string;
  readonly format?: string;
}

/** The fields of a question to a device that are used. */
interface Question {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString("base64url");
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();

const uint = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

/** A text of CBOR, shorter than 24 bytes. */
const cborText = (text: string): Buffer =>
  Buffer.concat([uint(0x60 + text.length, 1), Buffer.from(text)]);
const cborBytes = (bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([0x59]), uint(bytes.length, 2), bytes]);

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** A device with one passkey, in software: it makes a real key, and signs as browsers and devices do. */
export function softwareAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  const credential = { id: base64url(id), rawId: base64url(id), type: "public-key" };
  let userHandle = "";
  let counter = 0;

  const clientData = (type: string, { challenge }: Question, fault: Fault): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge,
        origin: fault.origin ?? origin,
        crossOrigin: fault.crossOrigin ?? false,
      }),
    );

  function authenticatorData(host: string, flags: number, fault: Fault, key?: Buffer): Buffer {
    counter += 1;
    const verified = fault.isUserVerified === false ? 0 : VERIFIED;
    return Buffer.concat([
      sha256(fault.host ?? host),
      uint(flags | verified, 1),
      uint(fault.counter ?? counter, 4),
      ...(key === undefined ? [] : [key]),
    ]);
  }

  /** The public key in the form COSE: EC2, ES256, P-256, x and y. */
  function coseKey(): Buffer {
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    const point = (text: string) =>
      Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(text, "base64url")]);
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      point(x),
      Buffer.from([0x22]),
      point(y),
    ]);
  }

  return {
    credentialId: credential.id,
    /** Makes the passkey. */
    create(question: Question, fault: Fault = {}) {
      userHandle = question.user?.id ?? "";
      const attested = Buffer.concat([Buffer.alloc(16), uint(id.length, 2), id, coseKey()]);
      const data = authenticatorData(question.rp?.id ?? "", PRESENT | HAS_KEY, fault, attested);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        cborText("fmt"),
        cborText(fault.format ?? "none"),
        cborText("attStmt"),
        Buffer.from([0xa0]),
        cborText("authData"),
        cborBytes(data),
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientData("webauthn.create", question, fault)),
          attestationObject: base64url(attestationObject),
        },
      };
    },
    /** Signs in with it. */
    get(question: Question, fault: Fault = {}) {
      const client = clientData("webauthn.get", question, fault);
      const data = authenticatorData(question.rpId ?? "", PRESENT, fault);
      const signature = sign("sha256", Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          userHandle: fault.userHandle ?? userHandle,
        },
      };
    },
  };
}

export type SoftwareAuthenticator = ReturnType<typeof softwareAuthenticator>;
