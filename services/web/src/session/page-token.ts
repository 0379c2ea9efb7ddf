import { frameSession, isFramed, keepFrameSession } from "./frame-session";
import { ownPath } from "./own-path";
import { postSession } from "./post-session";

/** A token is exchanged for a new one this long before it ends. */
const EARLY_SECONDS = 60;

interface Token {
  readonly text: string;
  readonly until: number;
}

/** The token exchange was refused: the session has ended, or the poll is deleted. */
export class ExchangeError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`token exchange: ${status}`);
    this.status = status;
  }
}

/**
 * Returns the token of this page, and requests one if needed: for the visitor of a poll, or without a poll for the
 * account (docs/reference/pages.md#page-tokens).
 */
export function pageTokens(hash?: string): () => Promise<string> {
  let current: Promise<Token> | undefined;
  // Timers of a page may stop while the device sleeps.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) current = undefined;
  });
  return async () => {
    const asked = current;
    const known = await asked?.catch(() => undefined);
    const isOver = known === undefined || known.until < performance.now();
    // Concurrent calls share one exchange, and tabs take turns: without a cookie each would create another visitor.
    if (isOver && current === asked) current = inTurn(() => exchange(hash));
    return (await (current as Promise<Token>)).text;
  };
}

/** Browsers have locks only on secure origins. */
const inTurn = (work: () => Promise<Token>): Promise<Token> =>
  navigator.locks?.request("page token", work) ?? work();

interface Exchanged {
  readonly token: string;
  readonly expires_in: number;
  /** In a frame, if the request had no cookie. */
  readonly session?: string;
}

async function exchange(hash: string | undefined): Promise<Token> {
  const kept = frameSession();
  const first = await ask(hash, kept);
  // Only the next request shows whether the browser stores the cookie of a frame.
  const isAskedAgain = first.session !== undefined && kept === undefined;
  const { token, expires_in, session } = isAskedAgain ? await ask(hash, first.session) : first;
  if (session !== undefined) keepFrameSession(session);
  return { text: token, until: performance.now() + (expires_in - EARLY_SECONDS) * 1_000 };
}

async function ask(hash: string | undefined, session: string | undefined): Promise<Exchanged> {
  const frame = isFramed ? "&frame=true" : "";
  const query = hash === undefined ? "" : `?poll=${encodeURIComponent(hash)}${frame}`;
  const headers = session === undefined ? {} : { Authorization: `Bearer ${session}` };
  const answer = await postSession(`/session/token${query}`, headers);
  if (answer.status === 403) location.href = ownPath(`/session/address?to=${location.pathname}`);
  if (!answer.ok) throw new ExchangeError(answer.status);
  return JSON.parse(answer.text) as Exchanged;
}
