import { dueWords } from "../words/fee-and-confirmation";
import { Confirmation } from "./confirmation";
import { type DueProps, Fee } from "./fee";
import { Waiting } from "./waiting";

export const words = [dueWords];

/** Paying, confirming the address, and waiting for a place. */
export const FeeAndConfirmation = (props: DueProps) => (
  <>
    <Fee {...props} />
    <Confirmation {...props} />
    <Waiting {...props} />
  </>
);
