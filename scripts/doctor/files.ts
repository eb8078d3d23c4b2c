/** Writes, reads and deletes a file where uploads are stored. */
import { randomUUID } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { FileStore } from "#server/providers/files.ts";
import { type Finding, good, problem, reasonOf } from "./finding.ts";

/** @param name what the store is, such as `The bucket halaqa`. */
export async function checkFiles(files: FileStore, name: string): Promise<Finding[]> {
  const key = `doctor-${randomUUID()}.txt`;
  const content = Buffer.from("Written by npm run doctor, which deletes this file again.\n");
  let step = "written";
  try {
    await files.put(key, content, "text/plain");
    step = "read";
    const stored = await files.find(key);
    const same = stored && (await buffer(await stored.read())).equals(content);
    if (!same) return [problem(`${name} doesn't return what was stored in it.`)];
    step = "deleted";
    await files.delete(key);
    return [good(`${name} stores, returns and deletes files.`)];
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    return [
      problem(
        `${name}: a file can't be ${step}: ${reasonOf(cause)}. Check S3_BUCKET, S3_ENDPOINT, S3_REGION, the keys and their rights to put, get and delete objects.`,
      ),
    ];
  }
}
