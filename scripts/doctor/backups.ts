/** Looks for a recent backup, and writes a file where the nightly backups are copied. */
import type { Config } from "#server/config/config.ts";
import { findNewestBackup, isRecentBackup } from "#server/monitoring/backups.ts";
import { createFileStore } from "#server/providers/files.ts";
import { type Finding, good, notice, problem, reasonOf } from "./finding.ts";

type BackupsConfig = Pick<Config, "backup" | "databaseUrl" | "env" | "s3">;

const day = 24 * 60 * 60 * 1_000;

/** Always the same name, because the key may write to the bucket without being able to delete. */
const key = "written-by-doctor.txt";

/** @returns no findings for a demo without backups. */
export async function checkBackups(config: BackupsConfig, now: Date): Promise<Finding[]> {
  return [...(await checkDumps(config, now)), ...(await checkBucket(config))];
}

async function checkDumps(
  { backup: { folder, isWatched }, databaseUrl, env }: BackupsConfig,
  now: Date,
): Promise<Finding[]> {
  if (env !== "live" && !isWatched) return [];
  if (!databaseUrl) {
    return [
      notice(
        "The embedded database has no nightly backups. Copy DATA_DIR regularly while Halaqa is stopped, or set DATABASE_URL.",
      ),
    ];
  }
  const unwatched = isWatched
    ? []
    : [
        problem(
          "BACKUP_DIR isn't set, so nobody is alerted when backups stop. Set it on every server and for npm run backup.",
        ),
      ];
  return [...unwatched, await checkNewest(folder, now)];
}

async function checkNewest(folder: string, now: Date): Promise<Finding> {
  let newest: Date | undefined;
  try {
    newest = await findNewestBackup(folder);
  } catch (error) {
    return problem(`The folder ${folder} in BACKUP_DIR can't be read: ${reasonOf(error)}.`);
  }
  if (!newest) {
    return problem(
      `There is no backup of the database in ${folder}. Run npm run backup -- --nightly as a service, and look at its log.`,
    );
  }
  const time = `${newest.toISOString().slice(0, 16).replace("T", " at ")} UTC`;
  if (isRecentBackup(newest, now)) return good(`The newest backup is from ${time}.`);
  const days = Math.floor((now.getTime() - newest.getTime()) / day);
  const age = days === 1 ? "1 day" : `${days} days`;
  return problem(
    `The newest backup in ${folder} is from ${time}, ${age} ago. Look at the log of npm run backup -- --nightly.`,
  );
}

async function checkBucket({
  backup: { bucket },
  env,
  databaseUrl,
  s3,
}: BackupsConfig): Promise<Finding[]> {
  if (!bucket) {
    if (env !== "live" || !databaseUrl) return [];
    return [
      notice(
        "Backups have no copy outside of this machine. Create a bucket for them, and set BACKUP_BUCKET.",
      ),
    ];
  }
  if (!s3) return [problem("BACKUP_BUCKET needs the store in S3_BUCKET and its keys.")];
  if (bucket === s3.bucket) {
    return [problem("BACKUP_BUCKET is the bucket of the uploads. Create another one for backups.")];
  }
  const files = createFileStore({ folder: "", s3: { ...s3, bucket } });
  const content = Buffer.from("npm run doctor writes this file. It can be deleted.\n");
  try {
    await files.put(key, content, "text/plain");
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return [
      problem(
        `The bucket ${bucket} doesn't accept backups: ${reasonOf(cause)}. Check BACKUP_BUCKET, and that the key may put objects in it.`,
      ),
    ];
  }
  const isDeleted = await files.delete(key).then(
    () => true,
    () => false,
  );
  const rest = isDeleted ? "" : ` The key can't delete files in it, so ${key} stays there.`;
  return [good(`The bucket ${bucket} accepts backups.${rest}`)];
}
