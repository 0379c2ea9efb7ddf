import { stopWords } from "./stop-words";

const WORDS_MAX = 40;
const WORD_MIN_LENGTH = 2;

/** A word of answers, and how many answers have it. */
export interface CountedWord {
  readonly text: string;
  readonly count: number;
}

/**
 * The most frequent words of answers, with their counts. Stop words of the probable language of the answers are left
 * out. A word counts once per answer.
 */
export function wordsOf(
  answers: readonly (readonly [answer: string, times: number])[],
): readonly CountedWord[] {
  const counted = new Map<string, { times: number; forms: Map<string, number> }>();
  for (const [answer, times] of answers) {
    for (const [key, form] of wordsIn(answer)) {
      const known = counted.get(key) ?? { times: 0, forms: new Map<string, number>() };
      known.times += times;
      known.forms.set(form, (known.forms.get(form) ?? 0) + times);
      counted.set(key, known);
    }
  }
  const stops = likeliestStopWords(counted);
  return [...counted]
    .filter(([key]) => key.length >= WORD_MIN_LENGTH && !stops.has(key))
    .map(([, { times, forms }]) => ({ text: mostFrequent(forms), count: times }))
    .sort((one, other) => other.count - one.count || one.text.localeCompare(other.text))
    .slice(0, WORDS_MAX);
}

/** Each word of an answer once, in lower case, with its first spelling. */
function wordsIn(answer: string): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const { segment, isWordLike } of new Intl.Segmenter(undefined, {
    granularity: "word",
  }).segment(answer)) {
    const key = segment.toLowerCase();
    if (isWordLike === true && !words.has(key)) words.set(key, segment);
  }
  return words;
}

/** The stop words of the language whose stop words are most frequent. */
function likeliestStopWords(
  counted: ReadonlyMap<string, { readonly times: number }>,
): ReadonlySet<string> {
  let likeliest: ReadonlySet<string> = new Set();
  let most = 0;
  for (const words of stopWords) {
    const times = [...counted].reduce(
      (sum, [key, word]) => sum + (words.has(key) ? word.times : 0),
      0,
    );
    if (times > most) [likeliest, most] = [words, times];
  }
  return likeliest;
}

const mostFrequent = (forms: ReadonlyMap<string, number>): string =>
  [...forms].reduce((best, form) => (form[1] > best[1] ? form : best))[0];
