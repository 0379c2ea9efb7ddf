export * from "./decide-opt-in";
export * from "./describe-vote";
export { domainOf, foldAddress, listedAs, mailboxOf } from "./fold-address";
export { mayLeaveAddress } from "./may-leave-address";
export { OPT_IN_VALID_MS, optInLimits, secondsUntilNextMail } from "./opt-in-limits";
export { askAgainBody, readAskAgain } from "./read-ask-again";
