import { Hono } from "hono";
import { recitersSchema } from "#lib/audio/audio.responses.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { documented } from "../http/documented.ts";
import { ok } from "../http/envelope.ts";
import { shareAnswer } from "../http/shared-answer.ts";
import { listReciters } from "./reciters.ts";

/** The reciters change only with the configuration, and servers start with empty caches. */
const cacheSeconds = 86_400;

/** Routes under /audio. All are public. */
export function audioRoutes({ config }: Context) {
  return new Hono<AppEnv>().get(
    "/reciters",
    documented("audio", "The reciters and the addresses of their recordings", {
      data: recitersSchema,
    }),
    (c) => {
      shareAnswer(c, cacheSeconds, []);
      return ok(c, listReciters(config));
    },
  );
}
