import http from "node:http";
import https from "node:https";
import type { BaseUrl } from "@polls/config";
import type { ProviderId } from "@polls/domain/access";
import type * as OpenId from "openid-client";
import type { CustomFetch } from "openid-client";
import { z } from "zod";
import type { Config } from "../../config";
import type { ProviderSettings } from "../../sign-in-environment";

export const CALLBACK_PATH = "/sign-in/oidc/callback";

const TIMEOUT_SECONDS = 5;
const METADATA_KEPT_MS = 3_600_000;
/** A provider that is down is not asked for every visitor. */
const FAILURE_KEPT_MS = 5_000;

/** What a sign-in must carry back: values that only the browser that began it has. */
export interface SignInChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface ProvedPerson {
  readonly issuer: string;
  readonly subject: string;
  /** Undefined: the provider does not say that it has verified an address. */
  readonly email: string | undefined;
  readonly groups: readonly string[];
  readonly twoFactors: boolean;
}

/** It does not answer, says that the person is not signed in, or answers something unusable. */
export type ProviderFailureKind = "unreachable" | "declined" | "unusable";

export class ProviderFailure extends Error {
  readonly kind: ProviderFailureKind;
  constructor(kind: ProviderFailureKind, cause: unknown) {
    super(`sign-in by a provider: ${kind}`, { cause });
    this.name = "ProviderFailure";
    this.kind = kind;
  }
}

/** A provider by which persons sign in. All methods have a deadline and throw `ProviderFailure`. */
export interface SignInProvider
  extends Pick<ProviderSettings, "id" | "name" | "operatorGroup" | "groupRoles"> {
  readonly issuer: URL;
  /** With `again`, the provider must ask the person even if it knows the browser. */
  readonly begin: (
    checks: SignInChecks,
    wanted: "account" | "proof",
    again: boolean,
  ) => Promise<URL>;
  /** Redeems the query with which the provider sends the browser back. */
  readonly finish: (
    query: URLSearchParams,
    checks: SignInChecks,
    wanted: "account" | "proof",
  ) => Promise<ProvedPerson>;
  /** The address at the provider where the person signs out. Undefined: it has none. */
  readonly signOut: () => Promise<URL | undefined>;
}

export type SignInProviders = ReadonlyMap<ProviderId, SignInProvider>;

const Claims = z.object({
  email: z.string().optional(),
  // Some providers send the text.
  email_verified: z.union([z.boolean(), z.enum(["true", "false"])]).optional(),
  groups: z.array(z.string()).optional(),
});

/** How the person has proved who it is, by the names of RFC 8176. Only the signed ID token counts. */
const Methods = z.object({
  amr: z.array(z.string()).catch([]),
  acr: z.string().optional().catch(undefined),
});

/** The providers of the deployment. Each is asked for its metadata when it is first needed. */
export const createSignInProviders = ({
  signIn,
  baseUrl,
}: Pick<Config, "signIn" | "baseUrl">): SignInProviders =>
  new Map(signIn.providers.map((settings) => [settings.id, createProvider(settings, baseUrl)]));

interface Known {
  readonly library: typeof OpenId;
  readonly configuration: OpenId.Configuration;
}

function createProvider(settings: ProviderSettings, baseUrl: BaseUrl): SignInProvider {
  const callback = baseUrl.url(CALLBACK_PATH);
  const needsGroups = settings.operatorGroup !== undefined || settings.groupRoles.length > 0;
  let kept: { readonly known: Promise<Known>; until: number } | undefined;

  function known(): Promise<Known> {
    if (kept !== undefined && performance.now() < kept.until) return kept.known;
    const entry = { known: discover(settings), until: performance.now() + METADATA_KEPT_MS };
    kept = entry;
    entry.known.catch(() => {
      entry.until = performance.now() + FAILURE_KEPT_MS;
    });
    return entry.known;
  }

  return {
    id: settings.id,
    name: settings.name,
    operatorGroup: settings.operatorGroup,
    groupRoles: settings.groupRoles,
    issuer: settings.issuer,
    async begin({ state, nonce, verifier }, wanted, again) {
      const { library, configuration } = await known();
      const { scopes_supported: scopes = [] } = configuration.serverMetadata();
      const asksGroups = needsGroups && scopes.includes("groups");
      const ofAccount = ["email", ...(asksGroups ? ["groups"] : [])];
      return library.buildAuthorizationUrl(configuration, {
        redirect_uri: callback,
        response_type: "code",
        scope: ["openid", ...(wanted === "account" ? ofAccount : [])].join(" "),
        state,
        nonce,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ...(wanted === "account" && settings.acr !== undefined && { acr_values: settings.acr }),
        ...(again && { prompt: "login" }),
      });
    },
    async finish(query, { state, nonce, verifier }, wanted) {
      const { library, configuration } = await known();
      const url = new URL(callback);
      url.search = query.toString();
      try {
        const tokens = await library.authorizationCodeGrant(configuration, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const { iss: issuer, sub: subject, ...claims } = tokens.claims() ?? {};
        if (issuer === undefined || subject === undefined) throw new Error("there is no ID token");
        if (wanted === "proof") {
          return { issuer, subject, email: undefined, groups: [], twoFactors: false };
        }
        const { amr, acr } = Methods.parse(claims);
        // A provider may ignore what the request demands.
        if (settings.acr !== undefined && acr !== settings.acr)
          throw new Error("the ID token does not have the demanded acr");
        const twoFactors = settings.acr !== undefined || amr.includes("mfa");
        const isComplete = "email" in claims && (!needsGroups || "groups" in claims);
        const { userinfo_endpoint: hasMore } = configuration.serverMetadata();
        const more =
          isComplete || hasMore === undefined
            ? {}
            : await library.fetchUserInfo(configuration, tokens.access_token, subject);
        // The ID token is signed, so it takes precedence.
        const { email, email_verified, groups = [] } = Claims.parse({ ...more, ...claims });
        const isVerified = String(email_verified) === "true";
        return { issuer, subject, email: isVerified ? email : undefined, groups, twoFactors };
      } catch (error) {
        const isDeclined = error instanceof library.AuthorizationResponseError;
        throw new ProviderFailure(isDeclined ? "declined" : "unusable", error);
      }
    },
    async signOut() {
      const { library, configuration } = await known();
      if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
      return library.buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: baseUrl.url("/"),
      });
    },
  };
}

/** Reads the metadata of a provider. The library is loaded with the first sign-in. */
async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Known> {
  const library = await import("openid-client");
  const allowed = issuer.protocol === "http:" ? [library.allowInsecureRequests] : [];
  try {
    const configuration = await library.discovery(
      issuer,
      clientId,
      undefined,
      clientSecret === undefined ? library.None() : secretAuth(library, clientSecret),
      {
        [library.customFetch]: fetchWithLimits,
        timeout: TIMEOUT_SECONDS,
        // Also checks the signature of ID tokens, although they come from the provider itself.
        execute: [library.enableNonRepudiationChecks, ...allowed],
      },
    );
    return { library, configuration };
  } catch (error) {
    throw new ProviderFailure("unreachable", error);
  }
}

/** Sends the secret in the way that the provider takes it: in a header by default, or in the body. */
function secretAuth(library: typeof OpenId, secret: string): OpenId.ClientAuth {
  const [basic, post] = [library.ClientSecretBasic(secret), library.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const { token_endpoint_auth_methods_supported: methods } = server;
    const takesBasic = methods === undefined || methods.includes("client_secret_basic");
    (takesBasic ? basic : post)(server, ...rest);
  };
}

const RESPONSE_MAX_BYTES = 1_000_000;

/** Unlike `fetch`, these modules use private authorities and the proxy. No redirects. */
const fetchWithLimits: CustomFetch = (url, { method, headers, body, signal }) =>
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
