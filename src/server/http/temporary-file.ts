/** Files that are too large for the memory while they are written and sent. */
import { randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";

/**
 * Writes a temporary file that has no name, so that nobody else can open it and nothing remains of it
 * once it is closed, even if the process dies.
 * @returns its content, which closes the file when it was read or is canceled.
 */
export async function writeTemporaryFile(
  write: (file: Pick<FileHandle, "appendFile">) => Promise<void>,
): Promise<ReadableStream<Uint8Array>> {
  const path = join(tmpdir(), `halaqa-${randomUUID()}`);
  const file = await open(path, "wx+", 0o600);
  try {
    await unlink(path);
    await write(file);
  } catch (error) {
    await file.close();
    throw error;
  }
  return Readable.toWeb(file.createReadStream({ start: 0 })) as ReadableStream<Uint8Array>;
}
