export { type MigrateOptions, migrate } from "./migrate";
export { type MigrationState, readMigrationState } from "./migration-state";
export { type MigrationStatus, readMigrationStatus } from "./migration-status";
