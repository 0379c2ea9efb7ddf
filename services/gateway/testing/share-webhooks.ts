import { shareGateway } from "./share-gateway";

export const NOW = new Date("2030-06-01T12:00:00.000Z");
export const path = "/api/v1/webhooks";
export const url = "https://client.example/polls?key=1";

/** A gateway at `NOW`, and the request that makes a webhook. A file of tests shares them. */
export function shareWebhooks() {
  const gateway = shareGateway({ clock: () => NOW });
  let addresses = 0;
  return {
    gateway,
    make: (token: string, webhook: object, organization?: string) =>
      gateway.request(`POST ${path}`, { token, organization, body: { webhook } }),
    /** A URL that no other webhook has. */
    anotherUrl: () => `https://client.example/polls?number=${++addresses}`,
  };
}
