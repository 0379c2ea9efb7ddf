import { TEST_BASE_URL } from "./start-gateway";

/** What a browser sends with a request of a page of the test gateway. */
export const ownPage = { Origin: TEST_BASE_URL, "Sec-Fetch-Site": "same-origin" } as const;
