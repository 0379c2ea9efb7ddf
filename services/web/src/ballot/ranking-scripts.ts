// One file for all that ranked polls load in addition.
export { DragHandle } from "../parts/form/drag-handle";
export { createOwnRanking } from "./ranking";
