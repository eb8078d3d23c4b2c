import type { BenchSite } from "./site.ts";

/** The memory usage of the server process, in bytes. */
export async function readMemory({ url }: Pick<BenchSite, "url">): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^process_resident_memory_bytes(?:\{.*\})? (\S+)$/m.exec(metrics)?.[1]);
}

export const toMegabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;
