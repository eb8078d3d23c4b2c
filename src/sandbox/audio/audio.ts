// The audio host of demos. It serves practice tones and their timings instead of recitations.
import { type Context, Hono } from "hono";
import type { SandboxDeps } from "../deps.ts";
import type { SandboxEnv } from "../faults.ts";
import { readByteRange } from "./byte-range.ts";
import { drawTones, timeWords } from "./tones.ts";
import { readWords } from "./words.ts";

/**
 * The files below `practiceTones` in src/lib/audio/reciters.ts. Pages of any site may read them.
 */
export function audioRoutes({ faults }: Pick<SandboxDeps, "faults">): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  app.use("/recitations/*", async (c, next) => {
    c.header("access-control-allow-origin", "*");
    c.header("access-control-expose-headers", "content-length, content-range");
    c.header("cross-origin-resource-policy", "cross-origin");
    c.header("x-content-type-options", "nosniff");
    c.header("cache-control", "no-cache");
    if (c.req.method !== "OPTIONS") return next();
    c.header("access-control-allow-methods", "GET, HEAD");
    c.header("access-control-allow-headers", "range");
    return c.body(null, 204);
  });
  app.use("/recitations/*", faults.middleware("audio"));

  app.get("/recitations/practice-tones/timings/:file{\\d{3}\\.json}", async (c) => {
    const verses = await readWords(Number(c.req.param("file").slice(0, 3)));
    if (!verses) return missing(c);
    return c.json({
      verses: verses.map((words, index) => ({
        verse: index + 1,
        words: words.length,
        segments: timeWords(words),
      })),
    });
  });

  app.get("/recitations/practice-tones/:file{\\d{6}\\.wav}", async (c) => {
    const file = c.req.param("file");
    const verses = await readWords(Number(file.slice(0, 3)));
    const words = verses?.[Number(file.slice(3, 6)) - 1];
    return words ? send(c, drawTones(words)) : missing(c);
  });

  return app;
}

function missing(c: Context): Response {
  return c.text("File not found", 404);
}

/** Sends the requested part of a sound, because browsers use ranges to seek. */
function send(c: Context, sound: Buffer<ArrayBuffer>): Response {
  const range = readByteRange(c.req.header("range"), sound.length);
  c.header("accept-ranges", "bytes");
  if (range === "none") {
    c.header("content-range", `bytes */${sound.length}`);
    return c.body(null, 416);
  }
  c.header("content-type", "audio/wav");
  if (range === "whole") {
    c.header("content-length", String(sound.length));
    return c.body(sound);
  }
  const part = sound.subarray(range.first, range.last + 1);
  c.header("content-range", `bytes ${range.first}-${range.last}/${sound.length}`);
  c.header("content-length", String(part.length));
  return c.body(part, 206);
}
