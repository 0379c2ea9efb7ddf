import path from "node:path";

export const migrationsDir = path.join(__dirname, "../../../../../prisma/migrations");
