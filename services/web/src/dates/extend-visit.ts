import { signal } from "@preact/signals";
import type { FinalDates, Visit } from "../session/visit";
import { signUpVisit } from "../signup/sign-up";
import { signUpWords } from "../words/signup";
import { datesVisit } from "./dates";

/** A visit of a sign-up list or of a poll of dates, with what their pages show. */
export async function extendVisit(visit: Visit): Promise<Visit> {
  await signUpWords.load(visit.words.locale);
  const extended = visit.data.signUp ? signUpVisit(visit) : datesVisit(visit);
  // Read before the page is shown: final dates stand above what is voted on, and would move it.
  return { ...extended, final: await followFinalDates(extended) };
}

/** The final dates as the poll has them after each read of its state. */
async function followFinalDates(visit: Visit) {
  const final = signal<FinalDates | undefined>(undefined);
  let shown: string | undefined;
  async function read(): Promise<void> {
    const { decided_at, called_off_at } = visit.data.poll;
    const changed = decided_at ?? called_off_at;
    const state = `${decided_at} ${called_off_at}`;
    if (state === shown) return;
    try {
      final.value =
        changed === undefined
          ? undefined
          : await (await import("../poll/final-dates")).finalDatesOf(visit);
      shown = state;
    } catch {
      // The next read of the state tries again.
    }
  }
  await read();
  visit.renewed.subscribe(read);
  return final;
}
