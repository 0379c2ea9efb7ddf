import type { DeliveryProblem } from "@polls/domain/webhooks";

const problems: ReadonlyMap<string, DeliveryProblem> = new Map<string, DeliveryProblem>([
  ["EFORBIDDENADDRESS", "the address may not be called"],
  ["ENOTFOUND", "the host name does not exist"],
  ["ENODATA", "the host name has no address"],
  ["EAI_AGAIN", "the host name could not be looked up"],
  ["ECONNREFUSED", "the connection was refused"],
  ["ECONNRESET", "the connection was broken off"],
  ["EPIPE", "the connection was broken off"],
  ["ETIMEDOUT", "no connection in time"],
  ["EHOSTUNREACH", "the host cannot be reached"],
  ["ENETUNREACH", "the host cannot be reached"],
  ["EPROXY", "the proxy opened no connection"],
  ["CERT_HAS_EXPIRED", "the certificate has expired"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "the certificate is not trusted"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "the certificate is not trusted"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "the certificate is not trusted"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "the certificate is not trusted"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "the certificate is for another host"],
  ["EPROTO", "the TLS handshake failed"],
]);

export function problemOf(error: unknown): DeliveryProblem {
  const code = codeOf(error);
  if (code?.startsWith("HPE_") === true) return "the answer is not HTTP";
  return problems.get(code ?? "") ?? "the connection failed";
}

/** If there were several addresses, the code of the first. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  const code = (error as { readonly code?: unknown } | undefined)?.code;
  return typeof code === "string" ? code : undefined;
}
