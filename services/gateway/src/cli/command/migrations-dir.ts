import path from "node:path";

/** The directory of the migrations of this release. */
export const migrationsDir = path.join(__dirname, "../../../../../prisma/migrations");
