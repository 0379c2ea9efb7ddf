import path from "node:path";
import { defineConfig } from "prisma/config";

// Prisma's schema engine runs as WebAssembly (prisma/engine), so that nothing is downloaded.
// Where a native engine is at hand, PRISMA_SCHEMA_ENGINE_BINARY names it and wins.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= path.join(__dirname, "prisma/engine/schema-engine.mjs");
process.env.CHECKPOINT_DISABLE ??= "1";

export default defineConfig({
  schema: "prisma/schema",
  migrations: { path: "prisma/migrations" },
  datasource: {
    url: process.env.DATABASE_URL ?? "postgresql://postgres:postgres@127.0.0.1:54329/polls",
  },
});
