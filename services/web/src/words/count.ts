/** A number with its noun, such as "2 votes", in one line. */
export const count = (number: number, one: string, many: string): string =>
  `${number}\u00a0${number === 1 ? one : many}`;
