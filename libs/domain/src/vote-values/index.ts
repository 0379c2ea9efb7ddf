export * from "./choices";
export { takesPlace } from "./takes-place";
