import { TEST_BASE_URL } from "./start-gateway";

/** The headers that a browser sends with requests of the test gateway's own pages. */
export const ownPage = { Origin: TEST_BASE_URL, "Sec-Fetch-Site": "same-origin" } as const;

/** The cookie that a response sets, as a browser sends it back. Empty: none. */
export const cookieOf = ({ headers }: { readonly headers: Headers }): string =>
  headers.get("set-cookie")?.split(";")[0] ?? "";
