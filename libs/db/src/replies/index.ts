export * from "./idempotency-keys";
