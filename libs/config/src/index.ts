export type { AccentColor } from "./accent-color";
export { authorities } from "./authorities";
export { BaseUrl, baseUrl, baseUrls, isPathBelow, type OwnPath, type PathBelow } from "./base-url";
export { type ConnectSettings, connectSettings, connectVariables } from "./connect-environment";
export {
  appSecrets,
  appSecretVariables,
  deriveKeyRing,
  type KeyRing,
  sharedPurposes,
} from "./derive-key";
export {
  allowsNetworks,
  type EgressRules,
  egressExceptions,
  egressRules,
  egressVariables,
  endpointProblem,
  insecureIsForDevelopment,
  isAllowedNetwork,
  mayCall,
  mayCallPlain,
  normalizedEndpoint,
} from "./egress";
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
export { networks } from "./networks";
export { type Operator, operatorSettings, operatorVariables } from "./operator-environment";
export {
  type OutgoingProxy,
  outgoingProxy,
  proxyVariables,
  usesProxy,
} from "./outgoing-proxy";
export { type Env, InvalidEnvironment, parseEnv } from "./parse-env";
export { parseServiceEnv, type ReportedVariables } from "./parse-service-env";
export { databaseVariables, processSettings, processVariables } from "./process-variables";
export { parseRedisAddress, type RedisAddress } from "./redis-address";
export { withSecretFiles } from "./secret-files";
