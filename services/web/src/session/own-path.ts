/** The path of `BASE_URL`, which the gateway writes into the document. */
const { base = "" } = document.documentElement.dataset;

/** The path of a page or file of the service. All links and requests of pages are made with it. */
export const ownPath = (path: `/${string}`): string => base + path;

/** The address under which the client of a page sends its requests. */
export const serviceUrl = location.origin + base;
