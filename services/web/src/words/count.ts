/** A number with its noun, such as "2 votes". */
export const count = (number: number, one: string, many: string): string =>
  `${number} ${number === 1 ? one : many}`;
