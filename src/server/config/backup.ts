/** Where dumps of the database are stored, by `npm run backup`. */
import { join } from "node:path";
import type { Environment } from "./environment.ts";

export interface BackupConfig {
  folder: string;
  /** Whether the server reports that the folder has no recent backup. */
  isWatched: boolean;
  keepDays: number;
  /** A bucket for copies of the dumps, in the same store as the uploads. */
  bucket: string | undefined;
}

export function getBackup(environment: Environment): BackupConfig {
  const { BACKUP_DIR: folder, BACKUP_KEEP_DAYS: keepDays, BACKUP_BUCKET: bucket } = environment;
  return {
    folder: folder ?? join(environment.DATA_DIR, "backups"),
    isWatched: folder !== undefined,
    keepDays,
    bucket,
  };
}
