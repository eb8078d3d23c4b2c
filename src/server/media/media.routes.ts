import { Hono, type Context as HonoContext } from "hono";
import { AppError, fieldError } from "#lib/errors.ts";
import { generalMessages } from "#lib/general-messages.ts";
import { uploadedImageSchema } from "#lib/media/media.responses.ts";
import { maxUploadBytes, servedWidths, uploadMessages } from "#lib/media/media.ts";
import { getTexts } from "#translations/translate.ts";
import { findCaller } from "../accounts/sessions/authenticate.ts";
import { sameOrigin } from "../accounts/sessions/same-origin.ts";
import { findSession } from "../accounts/sessions/session-cookie.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { readUploadedFile } from "../http/bodies/uploaded-file.ts";
import { documented } from "../http/documented.ts";
import { created } from "../http/envelope.ts";
import { streamFile } from "../http/stream-file.ts";
import { createMissLimit } from "./miss-limit.ts";
import { findImage } from "./stored-image.ts";
import { takeUploadTurn, uploadImage, wrongType } from "./upload.ts";

const t = getTexts("media");

/** POST /media/upload/single, under /api, authenticated by a bearer token or the session cookie. */
export function mediaRoutes(context: Context) {
  return new Hono<AppEnv>().post(
    "/upload/single",
    sameOrigin(context),
    documented("media", "Upload one image", {
      bearer: true,
      multipart: "file",
      data: uploadedImageSchema,
      successes: { 201: "Stored after re-encoding" },
      refusals: {
        400: "Not a supported image",
        413: uploadMessages.tooLarge,
        429: "Too many images are waiting",
        503: "The image store is unavailable; try again",
      },
    }),
    async (c, next) => {
      c.set("actor", await requireUploader(context, c));
      return next();
    },
    async (c) => {
      const { actor } = c.var;
      const { signal } = c.req.raw;
      const stored = await takeUploadTurn(context, actor, signal, async () => {
        const { file } = await readUploadedFile(c, wrongType);
        if (file.size > maxUploadBytes) return refuseSize();
        const bytes = new Uint8Array(await file.arrayBuffer());
        return uploadImage(context, actor, bytes, signal);
      });
      return created(c, stored);
    },
  );
}

async function requireUploader(context: Context, c: HonoContext<AppEnv>): Promise<Actor> {
  const actor =
    (await findCaller(context, c)) ?? (await findSession(context, c.req.header("cookie")));
  if (!actor) throw new AppError("unauthenticated", generalMessages.unauthenticated);
  return actor;
}

function refuseSize(): never {
  throw fieldError("too_large", "file", uploadMessages.tooLarge);
}

/** GET /media/{key}: public images. The image of a key never changes. */
export function imageRoutes(context: Context) {
  const misses = createMissLimit(context.config.rateLimitFactor);
  return new Hono<AppEnv>().get("/:key", async (c) => {
    const key = c.req.param("key");
    const requestedWidth = c.req.query("w");
    const width = servedWidths.find((each) => String(each) === requestedWidth);
    misses.requireFew(c.var.clientAddress);
    const image = await findImage(context, key, width);
    if (!image) {
      misses.count(c.var.clientAddress);
      throw new AppError("not_found", t("server.notFound"));
    }
    const etag = `"${key}-${width ?? ""}"`;
    const headers = {
      "Cache-Control": "public, max-age=31536000, immutable",
      ETag: etag,
      "X-Content-Type-Options": "nosniff",
    };
    if (c.req.header("if-none-match") === etag) return c.body(null, 304, headers);
    const described = {
      ...headers,
      "Content-Type": "image/webp",
      "Content-Length": String(image.bytes),
      "Content-Disposition": "inline",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    };
    // Nothing would consume or close the stream of a HEAD request.
    if (c.req.method === "HEAD") return c.body(null, 200, described);
    return c.body(streamFile({ stream: await image.read(), bytes: image.bytes }), 200, described);
  });
}
