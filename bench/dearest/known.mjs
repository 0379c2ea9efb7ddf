/** Requests that take longer, with the milliseconds that they take of the large poll. */
export const known = {
  "options.list: by content": 0,
  "options.list: search": 0,
  "options.list: pair": 0,
  "options.list: best distribution": 0,
  "results.show: by content": 0,
  "results.show: best distribution": 0,
};
