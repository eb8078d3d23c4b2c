import { servedWidths } from "#lib/media/media.ts";
import type { Context } from "../context.ts";

const uploadKey = /^upl_\w+\.webp$/;

/** Name of an upload's copy of some width: `upl_….webp` → `upl_…-640.webp`. */
export function copyKey(key: string, width: number): string {
  return key.replace(/\.webp$/, `-${width}.webp`);
}

/**
 * The picture as it is served: the copy of the asked width, or the picture itself where it is not
 * wider. Undefined when there is none of that name.
 * @param width one of `servedWidths`; any other counts as none.
 */
export async function findImage(
  { files }: Pick<Context, "files">,
  key: string,
  width?: number,
): Promise<Uint8Array | undefined> {
  if (!uploadKey.test(key)) return undefined;
  const served: readonly number[] = servedWidths;
  const copy =
    width !== undefined && served.includes(width)
      ? await files.get(copyKey(key, width))
      : undefined;
  return copy ?? files.get(key);
}

/** Removes a picture with its copies. Those that are gone already don't matter. */
export async function deleteImage({ files }: Pick<Context, "files">, key: string): Promise<void> {
  for (const width of servedWidths) await files.delete(copyKey(key, width));
  await files.delete(key);
}
