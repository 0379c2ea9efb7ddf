import type { Visit } from "../session/visit";
import { signUpVisit } from "../signup/sign-up";
import { signUpWords } from "../words/signup";
import { datesVisit } from "./dates";

/** A visit of a sign-up list or of a poll of dates, with what their pages show. */
export async function extendVisit(visit: Visit): Promise<Visit> {
  await signUpWords.load(visit.words.locale);
  const extended = visit.data.signUp ? signUpVisit(visit) : datesVisit(visit);
  if (visit.data.poll.decided_at === undefined) return extended;
  return (await import("../poll/final-dates")).withFinalDates(extended);
}
