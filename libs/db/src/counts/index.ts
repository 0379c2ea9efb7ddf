export { type DriftCursor, driftStart, sampleDrift } from "./drift-sample";
export * from "./payment-discrepancies";
export { type Recount, recountAll, recountOptions } from "./recount";
export { readFiguresOfShards, readServiceFigures, type ServiceFigures } from "./service-figures";
export { WRONG_COUNTS_NAMED } from "./wrong-counts";
