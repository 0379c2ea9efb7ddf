/**
 * Why a delivery had no response, or no attempt: a sentence for the owner of the webhook. It has no
 * details of either network.
 */
export type DeliveryProblem =
  | "the webhook is switched off"
  | "the webhook is deleted"
  | "too many deliveries wait for this site"
  | "no answer in time"
  | "the address may not be called"
  | "the host name does not exist"
  | "the host name has no address"
  | "the host name could not be looked up"
  | "the host cannot be reached"
  | "the connection was refused"
  | "the connection was broken off"
  | "no connection in time"
  | "the connection failed"
  | "the certificate has expired"
  | "the certificate is not trusted"
  | "the proxy opened no connection"
  | "the certificate is for another host"
  | "the TLS handshake failed"
  | "the answer is not HTTP";
