import { Hono, type Context as HonoContext } from "hono";
import { AppError } from "#lib/errors.ts";
import { ownIntroductionSchema } from "#lib/introductions/introductions.responses.ts";
import { videoInput } from "#lib/introductions/introductions.ts";
import { maxUploadBytes } from "#lib/media/media.ts";
import { authenticate, findCaller } from "../accounts/sessions/authenticate.ts";
import { findSession } from "../accounts/sessions/session-cookie.ts";
import type { Actor } from "../actor.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { readUploadedFile } from "../http/bodies/uploaded-file.ts";
import { documented } from "../http/documented.ts";
import { created, ok } from "../http/envelope.ts";
import { teachersOnly } from "../http/role-only.ts";
import { sendFile } from "../http/send-file.ts";
import { validate } from "../http/validate.ts";
import { takeUploadTurn } from "../media/upload.ts";
import {
  deleteIntroduction,
  findOwnIntroduction,
  saveRecording,
  saveVideo,
  wavType,
  wrongRecording,
} from "./introductions.ts";
import { openRecording } from "./open-recording.ts";

const tag = "introductions";

/** Routes under /api/introductions. */
export function introductionRoutes(context: Context) {
  const signedIn = authenticate(context);
  const teacher = teachersOnly();
  const doc = (summary: string, more: { successes?: object; refusals?: object } = {}) =>
    documented(tag, summary, {
      bearer: true,
      data: ownIntroductionSchema,
      ...more,
      refusals: { 403: "Not a teacher", ...more.refusals },
    });
  return new Hono<AppEnv>()
    .get("/", signedIn, teacher, doc("The teacher's own introduction"), async (c) =>
      ok(c, await findOwnIntroduction(context, c.var.actor)),
    )
    .put(
      "/video",
      signedIn,
      teacher,
      doc("Introduce the teacher with a video on YouTube or Vimeo"),
      validate("json", videoInput),
      async (c) => {
        await saveVideo(context, c.var.actor, c.req.valid("json"));
        return ok(c, await findOwnIntroduction(context, c.var.actor));
      },
    )
    .post(
      "/recording",
      signedIn,
      teacher,
      documented(tag, "Introduce the teacher with a recording: WAV, mono, 16 bits, 24 kHz", {
        bearer: true,
        multipart: "file",
        data: ownIntroductionSchema,
        successes: { 201: "Stored" },
        refusals: {
          400: "Not a recording of 2 to 60 seconds in this format",
          403: "Not a teacher",
          413: "Too large",
          429: "Too many files are waiting",
          503: "The file store is unavailable; try again",
        },
      }),
      async (c) => {
        const { actor } = c.var;
        await takeUploadTurn(context, actor, c.req.raw.signal, async () => {
          await saveRecording(context, actor, await readFile(c));
        });
        return created(c, await findOwnIntroduction(context, actor));
      },
    )
    .delete("/", signedIn, teacher, doc("Delete the introduction"), async (c) => {
      await deleteIntroduction(context, c.var.actor);
      return ok(c, await findOwnIntroduction(context, c.var.actor));
    })
    .get(
      "/recordings/:id",
      documented(tag, "The sound of an introduction, or a part of it", {
        contentType: wavType,
        refusals: { 404: "No such recording, or not shown" },
      }),
      async (c) => serveRecording(context, c, c.req.param("id")),
    );
}

async function readFile(c: HonoContext<AppEnv>): Promise<Uint8Array> {
  const { file } = await readUploadedFile(c, wrongRecording);
  if (file.size > maxUploadBytes) throw wrongRecording();
  return new Uint8Array(await file.arrayBuffer());
}

/**
 * Players send no token, so the session cookie is accepted too. Browsers revalidate each time,
 * because staff can hide a recording.
 */
async function serveRecording(context: Context, c: HonoContext<AppEnv>, id: string) {
  const findActor = async (): Promise<Actor | undefined> => {
    const caller = await findCaller(context, c).catch((error: unknown) => {
      if (error instanceof AppError) return undefined;
      throw error;
    });
    return caller ?? (await findSession(context, c.req.header("cookie")));
  };
  const file = await openRecording(context, id, findActor);
  const etag = `"${id}"`;
  const headers = { "Cache-Control": "private, no-cache", ETag: etag };
  if (c.req.header("if-none-match") === etag) {
    return c.body(null, 304, {
      ...headers,
      "Accept-Ranges": "bytes",
      "X-Content-Type-Options": "nosniff",
    });
  }
  return sendFile(c, { file, contentType: wavType, headers });
}
