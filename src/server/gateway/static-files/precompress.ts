/** Compresses built files ahead of time, so that startup doesn't have to. */
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compress } from "./compress.ts";
import { contentTypeOf } from "./content-type.ts";

/** Whether a file was created by `precompress`. */
export const isCompressedForm = (name: string): boolean => /\.(br|gz)$/.test(name);

/** Adds `name.br` and `name.gz` for every file in the folder that becomes smaller. */
export async function precompress(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true })) {
    const path = join(folder, entry);
    if (isCompressedForm(entry) || !(await stat(path)).isFile()) continue;
    const compressed = await compress(await readFile(path), contentTypeOf(entry), "best");
    if (!compressed) continue;
    await writeFile(`${path}.br`, compressed.br);
    await writeFile(`${path}.gz`, compressed.gzip);
  }
}
