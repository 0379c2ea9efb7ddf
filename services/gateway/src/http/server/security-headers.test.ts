// Covers docs/reference/requests.md: headers

import { BaseUrl } from "@polls/config";
import { createTestDatabase } from "@polls/testing";
import { startGateway } from "../../../testing/start-gateway";

test.each([
  ["in production", "production", "https://polls.example", "max-age=31536000"],
  ["in production without HTTPS", "production", "http://polls.example", null],
  ["in development", "development", "https://localhost:3000", null],
])(
  "%s every response has the expected Strict-Transport-Security",
  async (_case, environment, base, expected) => {
    const gateway = await startGateway(await createTestDatabase(), {
      env: { LOG_LEVEL: "silent" },
      config: { production: environment === "production", baseUrl: new BaseUrl(base) },
    });
    try {
      for (const path of ["/api/v1/polls", "/healthz", "/docs", "/nowhere"]) {
        const { headers } = await gateway.request(`GET ${path}`);
        expect([path, headers.get("strict-transport-security")]).toEqual([path, expected]);
      }
    } finally {
      await gateway.close();
    }
  },
);
