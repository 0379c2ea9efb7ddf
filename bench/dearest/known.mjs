/** Requests that take longer, with the milliseconds at a stretch that they take of the large poll. */
export const known = {};
