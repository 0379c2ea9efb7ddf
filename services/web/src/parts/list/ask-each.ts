const AT_ONCE = 6;

/** Sends a request for each item, a few at a time, and returns the responses in order. */
export async function askEach<Item, Answer>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const answers = new Array<Answer>(items.length);
  const waiting = [...items.entries()];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      answers[next[0]] = await ask(next[1]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return answers;
}
