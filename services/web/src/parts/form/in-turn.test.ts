import { savesInTurn } from "./in-turn";

// Covers docs/reference/pages.md: managing-on-pages

test("a field is saved when no change of it waits, and the error of one of them stays", async () => {
  const told: unknown[] = [];
  const save = savesInTurn((state, error) => told.push(error ?? state));
  const first = save(() => Promise.resolve());
  await Promise.all([first, save(() => Promise.resolve())]);
  expect(told).toEqual(["saving", "saving", "saved"]);
  await Promise.all([save(() => Promise.reject("refused")), save(() => Promise.resolve())]);
  expect(told.slice(3)).toEqual(["saving", "saving", "refused"]);
  await save(() => Promise.resolve());
  expect(told.slice(6)).toEqual(["saving", "saved"]);
});
