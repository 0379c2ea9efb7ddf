// What tests outside of this service import of it.

export { loadConfig } from "../src/config";
export { endpoints } from "../src/endpoints";
export { openApiDocument } from "../src/features/docs/openapi-document";
export { operationsOf } from "../src/features/docs/operations";
export type { RecordedStep } from "../src/features/docs/recorded";
export { type Sample, type SampleLanguage, samplesOf } from "../src/features/docs/samples";
export { derivativeUrl, originalUrl } from "../src/features/files/file-links";
export { attachFile } from "../src/features/options/option-files";
export { storePayments } from "../src/features/payments/store-payment";
export { erasePerson } from "../src/features/people/erase-person";
export { shareTransactions } from "../src/features/votes/share-transactions";
export { openRedisCounters, type RedisCounters } from "../src/http/limits/redis-counters";
