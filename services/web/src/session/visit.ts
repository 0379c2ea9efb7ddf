import { createRequestClient, type RequestClient } from "@polls/client";
import { type Signal, signal } from "@preact/signals";
import type { FirstData } from "../shell/first-data";
import { pageWords, type Words } from "../words";
import { pageTokens } from "./page-token";

/** The shared state of all parts of a page. */
export interface Visit {
  readonly data: FirstData;
  readonly words: Words;
  /** The `poll_id` of requests. */
  readonly pollId: string;
  /** The password of the poll that the visitor gave. */
  readonly password: Signal<string | undefined>;
  /** The client with that password. */
  readonly client: () => RequestClient;
}

export function visitOf(data: FirstData): Visit {
  const { hash, language } = data;
  const client = createRequestClient({ token: pageTokens(hash), language });
  const password = rememberedPassword(hash);
  return {
    data,
    password,
    words: pageWords.words(),
    pollId: hash,
    client: () => client.with({ pollPassword: password.value }),
  };
}

/** The password is stored for all pages of the tab. Browsers may refuse to store it. */
function rememberedPassword(hash: string): Signal<string | undefined> {
  const key = `password of ${hash}`;
  const password = signal<string | undefined>(undefined);
  try {
    password.value = sessionStorage.getItem(key) ?? undefined;
    password.subscribe((text) => text !== undefined && sessionStorage.setItem(key, text));
  } catch {
    // The visitor is asked again.
  }
  return password;
}
