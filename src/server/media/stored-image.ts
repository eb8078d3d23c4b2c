import { servedWidths } from "#lib/media/media.ts";
import type { Context } from "../context.ts";
import type { StoredFile } from "../providers/files.ts";

const uploadKey = /^upl_\w+\.webp$/;

/** The file name of a resized copy: `upl_….webp` → `upl_…-640.webp`. */
export function copyKey(key: string, width: number): string {
  return key.replace(/\.webp$/, `-${width}.webp`);
}

/**
 * The image to serve: the copy with the requested width, or the image itself if that copy is
 * missing. Undefined if there is no image with this key.
 * @param width one of `servedWidths`. Any other width is ignored.
 */
export async function findImage(
  { files }: Pick<Context, "files">,
  key: string,
  width?: number,
): Promise<StoredFile | undefined> {
  if (!uploadKey.test(key)) return undefined;
  const served: readonly number[] = servedWidths;
  const copy =
    width !== undefined && served.includes(width)
      ? await files.find(copyKey(key, width))
      : undefined;
  return copy ?? files.find(key);
}

/** Deletes an image and its copies. Missing files are ignored. */
export async function deleteImage({ files }: Pick<Context, "files">, key: string): Promise<void> {
  for (const width of servedWidths) await files.delete(copyKey(key, width));
  await files.delete(key);
}
