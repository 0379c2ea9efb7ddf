import { frameSession, isFramed, keepFrameSession } from "./frame-session";

/** A token is exchanged for a new one this long before it ends. */
const EARLY_SECONDS = 60;

interface Token {
  readonly text: string;
  readonly until: number;
}

/** The exchange of a token was refused: the session has ended, or the poll is gone. */
export class ExchangeError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`the exchange of the token was answered with ${status}`);
    this.status = status;
  }
}

/**
 * Gives the token of this page, and gets one where it is needed: of the visitor of a poll, or without a poll of the
 * account (docs/reference/pages.md#page-tokens).
 */
export function pageTokens(hash?: string): () => Promise<string> {
  let current: Promise<Token> | undefined;
  // The clock of a page may stand still while the device sleeps.
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) current = undefined;
  });
  return async () => {
    const asked = current;
    const known = await asked?.catch(() => undefined);
    const isOver = known === undefined || known.until < performance.now();
    // Calls at the same time share one exchange: before there is a cookie, each would make another visitor.
    if (isOver && current === asked) current = exchange(hash);
    return (await (current as Promise<Token>)).text;
  };
}

interface Exchanged {
  readonly token: string;
  readonly expires_in: number;
  /** In a frame: no cookie came with the request. */
  readonly session?: string;
}

async function exchange(hash: string | undefined): Promise<Token> {
  const kept = frameSession();
  const first = await ask(hash, kept);
  // Whether the browser keeps the cookie of a frame is seen by the next request.
  const isAskedAgain = first.session !== undefined && kept === undefined;
  const { token, expires_in, session } = isAskedAgain ? await ask(hash, first.session) : first;
  if (session !== undefined) keepFrameSession(session);
  return { text: token, until: performance.now() + (expires_in - EARLY_SECONDS) * 1_000 };
}

async function ask(hash: string | undefined, session: string | undefined): Promise<Exchanged> {
  const frame = isFramed ? "&frame=true" : "";
  const query = hash === undefined ? "" : `?poll=${encodeURIComponent(hash)}${frame}`;
  const answer = await fetch(`/session/token${query}`, {
    method: "POST",
    credentials: "same-origin",
    ...(session !== undefined && { headers: { Authorization: `Bearer ${session}` } }),
  });
  if (!answer.ok) throw new ExchangeError(answer.status);
  return (await answer.json()) as Exchanged;
}
