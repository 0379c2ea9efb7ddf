import { createTestDatabase } from "@polls/testing";
import { startGateway } from "../../testing/start-gateway";

test.each([
  ["in production", "production", "https://polls.example", "max-age=31536000"],
  ["without HTTPS", "production", "http://polls.example", null],
  ["on a developer's machine", "development", "https://localhost:3000", null],
])(
  "%s browsers are told to use HTTPS alone, or not",
  async (_case, environment, base, expected) => {
    const gateway = await startGateway(await createTestDatabase(), {
      env: { LOG_LEVEL: "silent" },
      config: { production: environment === "production", baseUrl: new URL(base) },
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
