export {
  type BackupMoment,
  type BackupSession,
  type NamedFile,
  openBackupSession,
} from "./backup-session";
export { migrationsOf, openRestoreSession } from "./restore-session";
