export {
  decideOptIn,
  type OptIn,
  type OptInDecision,
  type OptInFacts,
} from "./decide-opt-in";
export { domainOf, foldAddress } from "./fold-address";
export { OPT_IN_VALID_MS, optInLimits, secondsUntilNextMail } from "./opt-in-limits";
export { askAgainBody, readAskAgain } from "./read-ask-again";
