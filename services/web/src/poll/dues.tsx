import type { Ballot } from "../ballot/ballot";
import type { Visit } from "../session/visit";
import { Confirmation } from "./confirmation";
import { Fee } from "./fee";

/** Paying, and confirming the address. */
export const Dues = (props: { readonly visit: Visit; readonly ballot: Ballot }) => (
  <>
    <Fee {...props} />
    <Confirmation {...props} />
  </>
);
