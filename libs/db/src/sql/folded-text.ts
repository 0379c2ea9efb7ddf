/**
 * A text as searches compare it, as an expression in SQL: in lower case, without accents, and in one
 * form of each letter (NFKD), also of a sharp s and a final sigma.
 */
export const foldedText = (text: string): string =>
  `regexp_replace(replace(translate(lower(normalize(${text}, NFKD) COLLATE "und-x-icu"), 'ς', 'σ'),
     'ß', 'ss'), '[\\u0300-\\u036F]', '', 'g')`;
