import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../support/app.ts";

let folder: string;
let app: TestApp | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "halaqa-reciters-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function readReciters(env: Record<string, string> = {}) {
  app = await createTestApp({ env });
  const { status, headers, body } = await app.call("GET", "/api/audio/reciters");
  await app.close();
  expect(status).toBe(200);
  expect(headers.get("cdn-cache-control")).toBe("max-age=86400");
  return body.data.reciters;
}

test("a demo plays the sandbox's practice tones and labels them as practice tones", async () => {
  expect(await readReciters()).toEqual([
    {
      id: "practice-tones",
      name: "Practice tones",
      pattern: "http://127.0.0.1:9/recitations/practice-tones/{surah3}{verse3}.wav",
      timings: "http://127.0.0.1:9/recitations/practice-tones/timings/{surah3}.json",
      credit: "A soft tone for each word, made by this site",
      terms: "Free to use",
      practice: true,
    },
  ]);
});

test("an operator's manifest is offered with the addresses on the audio host", async () => {
  const path = join(folder, "reciters.json");
  const reciter = {
    id: "reciter-a",
    name: "A reciter",
    pattern: "a/{number}.mp3",
    credit: "A publisher",
    terms: "By permission",
  };
  await writeFile(path, JSON.stringify({ reciters: [reciter] }));
  const env = { AUDIO_BASE_URL: "https://audio.example/", AUDIO_MANIFEST: path };
  expect(await readReciters(env)).toEqual([
    { ...reciter, pattern: "https://audio.example/a/{number}.mp3", practice: false },
  ]);
});
