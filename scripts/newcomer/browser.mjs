import { expect } from "./report.mjs";

/** Requests as a browser sends them: with cookies, and from pages of the service. */
export function openBrowser(baseUrl) {
  const cookies = new Map();
  async function send(method, address, { headers = {}, body } = {}) {
    const url = new URL(address, baseUrl);
    const isOwn = url.origin === new URL(baseUrl).origin;
    const response = await fetch(url, {
      method,
      redirect: "manual",
      headers: {
        Accept: "text/html",
        "Sec-Fetch-Site": "same-origin",
        ...(method !== "GET" && { Origin: url.origin }),
        ...(isOwn && { Cookie: [...cookies].map((pair) => pair.join("=")).join("; ") }),
        ...headers,
      },
      body,
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const text = await response.text();
    const { status } = response;
    expect(status < 400, `${method} ${url.pathname} succeeds`, `${status} ${text.slice(0, 400)}`);
    return { status, text, location: response.headers.get("location") };
  }

  /** A request of the script of a page. */
  async function request(method, path, body, headers = {}) {
    const { status, text } = await send(method, path, {
      headers: {
        Accept: "application/json",
        ...headers,
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status, body: JSON.parse(text) };
  }

  return {
    get: (address) => send("GET", address),
    /** Presses the button of a form. */
    post: (address, fields = {}) => send("POST", address, { body: new URLSearchParams(fields) }),
    request,
    /** The API with the token that a page gets: for the visitor of a poll, or for the account that is signed in. */
    async api(poll) {
      const query = poll === undefined ? "" : `?poll=${poll}`;
      const { token } = (await request("POST", `/session/token${query}`)).body;
      return (method, path, body) =>
        request(method, `/api/v1${path}`, body, { Authorization: `Bearer ${token}` });
    },
  };
}
