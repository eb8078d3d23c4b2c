import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Hono } from "hono";
import { beforeAll, describe, expect, test } from "vitest";
import { readTimings } from "#lib/audio/timings.ts";
import { audioRoutes } from "#sandbox/audio/audio.ts";
import { readByteRange } from "#sandbox/audio/byte-range.ts";
import { drawTones, timeWords } from "#sandbox/audio/tones.ts";
import { createFaults } from "#sandbox/faults.ts";
import { quranFolder } from "#server/quran/quran-files.ts";
import { addFault, startWorld } from "./stripe-world.ts";

const app = new Hono().route("/", audioRoutes({ faults: createFaults() }));
const folder = "/recitations/practice-tones";
const get = (path: string, headers?: Record<string, string>) =>
  app.request(`${folder}${path}`, { headers });

/** The words of a verse, as they are in the data. */
const words = (surah: number, verse: number): string[] =>
  JSON.parse(readFileSync(join(quranFolder, `text/${surah}.json`), "utf8")).verses[verse - 1].words;

interface Sound {
  rate: number;
  samples: Int16Array;
}

async function readSound(response: Response): Promise<Sound> {
  const file = Buffer.from(await response.arrayBuffer());
  expect(file.toString("latin1", 0, 4)).toBe("RIFF");
  expect(file.readUInt32LE(4)).toBe(file.length - 8);
  expect(file.toString("latin1", 8, 16)).toBe("WAVEfmt ");
  expect(file.readUInt32LE(40)).toBe(file.length - 44);
  const samples = new Int16Array(
    file.buffer.slice(file.byteOffset + 44, file.byteOffset + file.length),
  );
  return { rate: file.readUInt32LE(24), samples };
}

describe("practice tones", () => {
  let sound: Sound;
  beforeAll(async () => {
    sound = await readSound(await get("/002255.wav"));
  });
  const at = (ms: number) => Math.round((ms * sound.rate) / 1000);

  test("sound once for each word, for exactly the time that the timings name", () => {
    const times = timeWords(words(2, 255));
    expect(times).toHaveLength(50);
    for (const [, start, end] of times) {
      // Silent at both ends and loud in the middle.
      expect(Math.abs(sound.samples[at(start)] ?? 1)).toBeLessThan(20);
      expect(Math.abs(sound.samples[at(end) - 1] ?? 1)).toBeLessThan(20);
      const middle = sound.samples.subarray(at(start + 80), at(end - 80));
      expect(Math.max(...middle)).toBeGreaterThan(7000);
    }
  });

  test("end with silence, and are never loud", () => {
    const end = timeWords(words(2, 255)).at(-1)?.[2] ?? 0;
    const after = sound.samples.subarray(at(end));
    expect(after).toHaveLength(at(400));
    expect(after.every((sample) => sample === 0)).toBe(true);
    expect(sound.samples.every((sample) => Math.abs(sample) < 0x7fff / 3)).toBe(true);
  });

  test("have the same bytes every time", () => {
    expect(drawTones(words(1, 1)).equals(drawTones(words(1, 1)))).toBe(true);
  });

  test("have timings for every verse of a surah, in the format that the player reads", async () => {
    const timings = readTimings(await (await get("/timings/002.json")).json());
    expect(timings?.size).toBe(286);
    expect(timings?.get(255)?.words).toBe(50);
    expect(timings?.get(255)?.segments).toHaveLength(50);
  });

  test.each(["/115001.wav", "/001008.wav", "/000001.wav", "/timings/115.json", "/1.wav"])(
    "that don't exist (%s) are not found",
    async (path) => {
      expect((await get(path)).status).toBe(404);
    },
  );

  test("can be read by pages of any site", async () => {
    const { headers } = await get("/001001.wav");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("content-type")).toBe("audio/wav");
  });
});

describe("a part of a tone file", () => {
  test("is sent with its position, so that players can seek", async () => {
    const whole = Buffer.from(await (await get("/001001.wav")).arrayBuffer());
    const part = await get("/001001.wav", { range: "bytes=100-199" });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe(`bytes 100-199/${whole.length}`);
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(100, 200))).toBe(true);
  });

  test("beyond the end is refused", async () => {
    const beyond = await get("/001001.wav", { range: "bytes=99999999-" });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get("content-range")).toMatch(/^bytes \*\/\d+$/);
  });

  test.each([
    ["bytes=0-", { first: 0, last: 99 }],
    ["bytes=10-19", { first: 10, last: 19 }],
    ["bytes=90-500", { first: 90, last: 99 }],
    ["bytes=-10", { first: 90, last: 99 }],
    ["bytes=-500", { first: 0, last: 99 }],
    ["bytes=-0", "none"],
    ["bytes=100-", "none"],
    ["bytes=20-10", "whole"],
    ["bytes=0-1,5-6", "whole"],
    ["lines=0-1", "whole"],
    ["bytes=-", "whole"],
    [undefined, "whole"],
  ])("of 100 bytes is read from the header '%s'", (header, range) => {
    expect(readByteRange(header, 100)).toEqual(range);
  });
});

test("the sandbox can make audio fail", async () => {
  const { base } = { ...(await startFailing()) };
  expect((await fetch(`${base}${folder}/001001.wav`)).status).toBe(500);
  expect((await fetch(`${base}${folder}/001001.wav`)).status).toBe(200);
});

async function startFailing() {
  const world = await startWorld();
  await addFault(world, { provider: "audio", match: "001001", fault: "status-500", times: 1 });
  return world;
}
