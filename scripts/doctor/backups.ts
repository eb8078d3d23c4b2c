/** Writes a file where the nightly backups are copied. */
import type { Config } from "#server/config/config.ts";
import { createFileStore } from "#server/providers/files.ts";
import { type Finding, good, problem, reasonOf } from "./finding.ts";

/** Always the same name, because the key may write to the bucket without being able to delete. */
const key = "written-by-doctor.txt";

/** @returns no findings if backups have no bucket. */
export async function checkBackups({
  backup: { bucket },
  s3,
}: Pick<Config, "backup" | "s3">): Promise<Finding[]> {
  if (!bucket) return [];
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
