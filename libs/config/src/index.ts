export { type AccentColor, contrastOf } from "./accent-color";
export * from "./authorities";
export { BaseUrl, baseUrl, baseUrls, isPathBelow, type OwnPath, type PathBelow } from "./base-url";
export * from "./connect-environment";
export * from "./derive-key";
export * from "./egress";
export {
  count,
  flag,
  httpUrl,
  megabytes,
  port,
  postgresUrl,
  redisPrefix,
  redisUrl,
  seconds,
  secondsOrNone,
} from "./fields";
export { unknownVariables } from "./known-variables";
export * from "./networks";
export * from "./operator-environment";
export {
  type OutgoingProxy,
  outgoingProxy,
  proxyVariables,
  usesProxy,
} from "./outgoing-proxy";
export * from "./parse-env";
export * from "./parse-service-env";
export * from "./process-variables";
export * from "./redis-address";
export * from "./secret-files";
