import { dueWords } from "../words/fee-and-confirmation";
import { Confirmation } from "./confirmation";
import { type DueProps, Fee } from "./fee";
import { Waiting } from "./waiting";

/** Paying, confirming the address, and waiting for a place. */
const FeeAndConfirmation = (props: DueProps) => (
  <>
    <Fee {...props} />
    <Confirmation {...props} />
    <Waiting {...props} />
  </>
);

export async function loadFeeAndConfirmation(language: string): Promise<typeof FeeAndConfirmation> {
  await dueWords.load(language);
  return FeeAndConfirmation;
}
