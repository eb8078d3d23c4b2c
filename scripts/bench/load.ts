/** Generates load with wrk, because a generator in JavaScript would be the bottleneck. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { StartError } from "../support/environment.ts";

const run = promisify(execFile);

export interface Load {
  url: string;
  seconds: number;
  connections?: number;
  headers?: Record<string, string>;
  /** A wrk script in Lua that generates the requests. */
  script?: string;
}

export interface Measured {
  perSecond: number;
  /** Only if the script prints it, because wrk itself doesn't. */
  p95Ms: number;
  p99Ms: number;
  failures: number;
}

/** The encodings that a browser accepts. */
export const browserEncodings = "gzip, deflate, br, zstd";

export async function requireWrk(): Promise<void> {
  try {
    await run("wrk", ["-v"]);
  } catch (error) {
    // wrk prints its version with exit code 1.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") return;
    throw new StartError("wrk is required to generate load: apt-get install wrk");
  }
}

export async function measure(load: Load): Promise<Measured> {
  const headers = { "Accept-Encoding": browserEncodings, ...load.headers };
  const { stdout } = await run("wrk", [
    "--latency",
    "-t1",
    `-c${load.connections ?? 50}`,
    `-d${load.seconds}s`,
    ...Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]),
    ...(load.script ? ["-s", load.script] : []),
    load.url,
  ]);
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p95Ms: toMs(/95%\s+([\d.]+)(us|ms|s)/.exec(stdout)),
    p99Ms: toMs(/99%\s+([\d.]+)(us|ms|s)/.exec(stdout)),
    failures: Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0),
  };
}

function toMs(match: RegExpExecArray | null): number {
  const factor = { us: 0.001, ms: 1, s: 1_000 }[match?.[2] ?? "ms"] ?? 1;
  return Number(match?.[1]) * factor;
}

/** Writes a wrk script into the folder and returns its path. */
export async function writeScript(folder: string, name: string, lua: string): Promise<string> {
  const path = `${folder}/${name}.lua`;
  await writeFile(path, lua);
  return path;
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

// The speed of a shared machine changes within seconds, so short measurements in turns differ less.
const rounds = 9;
const secondsPerTurn = 1;

/** The medians of two loads per second, and of the ratio of the second one to the first. */
export interface Turns {
  first: number;
  second: number;
  ratio: number;
}

/** Measures two loads alternately. */
export async function measureInTurns(
  first: Omit<Load, "seconds">,
  second: Omit<Load, "seconds">,
): Promise<Turns> {
  const pairs: { first: number; second: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const take = async (load: Omit<Load, "seconds">): Promise<number> => {
      const { failures, perSecond } = await measure({ ...load, seconds: secondsPerTurn });
      if (failures > 0) throw new Error(`${load.url} failed ${failures} times under load`);
      return perSecond;
    };
    pairs.push({ first: await take(first), second: await take(second) });
  }
  return {
    first: median(pairs.map((pair) => pair.first)),
    second: median(pairs.map((pair) => pair.second)),
    ratio: median(pairs.map((pair) => pair.second / pair.first)),
  };
}
