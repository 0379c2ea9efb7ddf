import { generateKeyPairSync } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { atFileEnd, startTlsServer } from "@polls/testing";
import Provider from "oidc-provider";
import { CALLBACK_PATH } from "../src/features/providers/sign-in-providers";
import { TEST_BASE_URL, type TestGateway } from "./start-gateway";

export interface PersonAtProvider {
  readonly subject: string;
  readonly email?: string;
  readonly email_verified?: boolean | string;
  readonly groups?: readonly string[];
  /** How the person has proved who it is. */
  readonly amr?: readonly string[];
  /** The authentication context that the provider confirms, also if another one was demanded. */
  readonly acr?: string;
}

/** A provider of OpenID Connect on this machine. */
export interface TestProvider {
  readonly issuer: string;
  /** Its certificate in PEM format, with TLS. */
  readonly certificate?: string | undefined;
  /** The environment of a gateway that uses it. */
  readonly env: Readonly<Record<string, string>>;
  /** The paths of the requests that it got. */
  readonly asked: string[];
  /** The value of `acr_values` of the last request that reached a person. */
  acrDemanded: string | undefined;
  /** Who signs in next. Undefined: the person stops the sign-in. */
  person: PersonAtProvider | undefined;
  /** Whether it answers nothing. */
  silent: boolean;
}

const CLIENT_SECRET = "a secret of the client";

/**
 * Starts `oidc-provider`, which signs its next person in without asking. It ends with the test file.
 * With `openssl` it has TLS by its own authority.
 */
export async function startProvider({
  openssl,
  clientMetadata = {},
  authMethods,
  returnsTo = TEST_BASE_URL,
  shared = {},
}: {
  readonly openssl?: string;
  readonly clientMetadata?: object;
  /** The ways in which it takes the secret of the client. Default: all. */
  readonly authMethods?: readonly string[];
  /** The address of the service to which it sends browsers back. */
  readonly returnsTo?: string;
  /** The object that becomes the provider. */
  readonly shared?: object;
} = {}): Promise<TestProvider> {
  const state: Pick<TestProvider, "person" | "silent" | "asked" | "acrDemanded"> = Object.assign(
    shared,
    { person: undefined, acrDemanded: undefined, silent: false, asked: [] },
  );
  let answer: http.RequestListener = () => undefined;
  const listener: http.RequestListener = (request, response) => {
    state.asked.push(request.url?.split("?")[0] ?? "");
    if (!state.silent) answer(request, response);
  };
  const tls =
    openssl === undefined ? undefined : await startTlsServer(openssl, ["localhost"], listener);
  const port = tls?.port ?? (await listenOn(listener));
  const issuer = `${tls === undefined ? "http" : "https"}://localhost:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "polls",
        client_secret: CLIENT_SECRET,
        redirect_uris: [returnsTo + CALLBACK_PATH],
        post_logout_redirect_uris: [`${returnsTo}/`],
        ...clientMetadata,
      },
    ],
    ...(authMethods !== undefined && { clientAuthMethods: authMethods }),
    scopes: ["openid", "email", "groups"],
    claims: {
      openid: ["sub", "amr", "acr"],
      email: ["email", "email_verified"],
      groups: ["groups"],
    },
    interactions: { url: () => "/interaction" },
    cookies: { keys: ["of tests"] },
    jwks: { keys: [signingKey()] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context: unknown, accountId: string) => {
      const { person } = state;
      return { accountId, claims: () => ({ sub: accountId, ...person }) };
    },
  });
  const handle = provider.callback();
  answer = (request, response) => {
    if (request.url !== "/interaction") return handle(request, response);
    interact(provider, state, request, response).catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  };
  return Object.assign(state, {
    issuer,
    certificate: tls?.certificate,
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: "polls",
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OIDC_NAME: "Example ID",
      // `startWandering` says by which address it reached the service.
      TRUSTED_PROXIES: "127.0.0.1",
    },
  });
}

/** The provider signs ID tokens with it. */
const signingKey = () => ({
  ...generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" }),
  alg: "RS256",
  use: "sig",
});

async function listenOn(listener: http.RequestListener): Promise<number> {
  const server = http.createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "localhost", resolve);
  });
  atFileEnd("a provider", async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** Answers for the person what the provider asks: who it is, and whether the service may know that. */
async function interact(
  provider: Provider,
  state: Pick<TestProvider, "person" | "acrDemanded">,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const { person } = state;
  state.acrDemanded = params.acr_values === undefined ? undefined : String(params.acr_values);
  if (person === undefined) {
    return provider.interactionFinished(request, response, {
      error: "access_denied",
      error_description: "the person stopped",
    });
  }
  const { subject: accountId, amr, acr } = person;
  const grant = new provider.Grant({ clientId: String(params.client_id), accountId });
  grant.addOIDCScope(String(params.scope));
  return provider.interactionFinished(request, response, {
    login: { accountId, ...(amr !== undefined && { amr: [...amr] }), ...(acr && { acr }) },
    consent: { grantId: await grant.save() },
  });
}

interface WanderedPage {
  readonly status: number;
  readonly text: string;
  /** The path of the service, or the address of another host. */
  readonly location: string;
}

/** A browser that follows redirects of the provider, and keeps its cookies by host. */
export interface Wanderer {
  /** Opens a path of the service, and follows every redirect until a page. Returns the last response. */
  readonly open: (path: string) => Promise<WanderedPage>;
  /** The value of `Cookie` for the service. */
  readonly cookie: () => string;
}

const { host, protocol } = new URL(TEST_BASE_URL);
const forwarded = { "X-Forwarded-Host": host, "X-Forwarded-Proto": protocol.slice(0, -1) };

/** Starts a browser at a gateway, with the cookies of the service and of the provider apart. */
export function startWandering(gateway: Pick<TestGateway, "url">): Wanderer {
  const jars = new Map<string, Map<string, string>>();
  const cookiesOf = (origin: string) =>
    [...(jars.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`).join("; ");
  const keep = (origin: string, set: readonly string[]) => {
    const jar = jars.get(origin) ?? new Map<string, string>();
    jars.set(origin, jar);
    for (const line of set) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
  };
  async function open(path: string) {
    let url = new URL(path, TEST_BASE_URL);
    for (let steps = 0; steps < 12; steps++) {
      const { origin } = url;
      const target = origin === TEST_BASE_URL ? gateway.url + url.pathname + url.search : url.href;
      const response = await fetch(target, {
        redirect: "manual",
        headers: { ...forwarded, Accept: "text/html", Cookie: cookiesOf(origin) },
        signal: AbortSignal.timeout(20_000),
      });
      keep(origin, response.headers.getSetCookie());
      const next = response.headers.get("location");
      const text = await response.text();
      const location = origin === TEST_BASE_URL ? url.pathname + url.search : url.href;
      if (next === null) return { status: response.status, text, location };
      url = new URL(next, url);
    }
    throw new Error("too many redirects");
  }
  return { open, cookie: () => cookiesOf(TEST_BASE_URL) };
}
