import { Hono, type Context as HonoContext } from "hono";
import * as z from "zod/mini";
import { AppError, fieldError } from "#lib/errors.ts";
import { ownVettingSchema } from "#lib/vetting/vetting.responses.ts";
import { maxDocumentBytes } from "#lib/vetting/vetting.rules.ts";
import { credentialsInput, documentKindInput } from "#lib/vetting/vetting.ts";
import { getTexts } from "#translations/translate.ts";
import { authenticate, findCaller } from "../accounts/sessions/authenticate.ts";
import { findSession } from "../accounts/sessions/session-cookie.ts";
import type { Context } from "../context.ts";
import type { AppEnv } from "../http/app-env.ts";
import { readUploadedFile } from "../http/bodies/uploaded-file.ts";
import { documented } from "../http/documented.ts";
import { created, ok } from "../http/envelope.ts";
import { teachersOnly } from "../http/role-only.ts";
import { streamFile } from "../http/stream-file.ts";
import { validate } from "../http/validate.ts";
import { takeUploadTurn } from "../media/upload.ts";
import { saveCredentials } from "./credentials.ts";
import {
  addDocument,
  deleteDocument,
  type NewDocument,
  openDocument,
  wrongDocument,
} from "./documents.ts";
import { findOwnVetting } from "./own-vetting.ts";
import { recallSubmission, submitForReview } from "./submission.ts";

const t = getTexts("vetting");
const tag = "vetting";
const data = ownVettingSchema;

/** A teacher's own credentials and their review, under /api/vetting. */
export function vettingRoutes(context: Context) {
  const signedIn = authenticate(context);
  const teacher = teachersOnly();
  return new Hono<AppEnv>()
    .get(
      "/",
      signedIn,
      teacher,
      documented(tag, "The teacher's own credentials, documents and review", {
        bearer: true,
        data,
        refusals: { 403: "Not a teacher" },
      }),
      async (c) => ok(c, await findOwnVetting(context, c.var.actor)),
    )
    .put(
      "/credentials",
      signedIn,
      teacher,
      documented(tag, "Replace the teacher's credentials; a change ends the verification", {
        bearer: true,
        data,
        refusals: { 403: "Not a teacher" },
      }),
      validate("json", credentialsInput),
      async (c) => {
        await saveCredentials(context, c.var.actor, c.req.valid("json"));
        return ok(c, await findOwnVetting(context, c.var.actor));
      },
    )
    .post(
      "/documents",
      signedIn,
      teacher,
      documented(tag, "Upload a private document: a PDF without active content, or an image", {
        bearer: true,
        multipart: "file",
        data,
        successes: { 201: "Stored" },
        refusals: {
          400: "Not an acceptable file",
          403: "Not a teacher",
          404: "The account was deleted in the meantime",
          409: "Too many documents",
          413: "Too large",
          429: "Too many files are waiting",
          503: "The file store is unavailable; try again",
        },
      }),
      async (c) => {
        const { actor } = c.var;
        const { signal } = c.req.raw;
        await takeUploadTurn(context, actor, signal, async () => {
          await addDocument(context, actor, await readDocument(c), signal);
        });
        return created(c, await findOwnVetting(context, actor));
      },
    )
    .delete(
      "/documents/:id",
      signedIn,
      teacher,
      documented(tag, "Delete a document", {
        bearer: true,
        data,
        refusals: { 403: "Not a teacher", 404: "No such document" },
      }),
      async (c) => {
        await deleteDocument(context, c.var.actor, c.req.param("id"));
        return ok(c, await findOwnVetting(context, c.var.actor));
      },
    )
    .get(
      "/documents/:id",
      documented(tag, "A document, for its owner and reviewers", {
        contentType: "application/pdf",
        refusals: { 404: "No such document, or not for the caller" },
      }),
      async (c) => serveDocument(context, c, c.req.param("id")),
    )
    .post(
      "/submission",
      signedIn,
      teacher,
      documented(tag, "Submit the credentials for a review", {
        bearer: true,
        data,
        refusals: { 400: "Nothing to review", 403: "Not a teacher", 409: "Already submitted" },
      }),
      async (c) => {
        await submitForReview(context, c.var.actor);
        return ok(c, await findOwnVetting(context, c.var.actor));
      },
    )
    .delete(
      "/submission",
      signedIn,
      teacher,
      documented(tag, "Recall the submission before it is decided", {
        bearer: true,
        data,
        refusals: { 403: "Not a teacher", 409: "Not submitted" },
      }),
      async (c) => {
        await recallSubmission(context, c.var.actor);
        return ok(c, await findOwnVetting(context, c.var.actor));
      },
    );
}

async function readDocument(c: HonoContext<AppEnv>): Promise<NewDocument> {
  const { file, form } = await readUploadedFile(c, wrongDocument);
  if (file.size > maxDocumentBytes) throw fieldError("too_large", "file", t("tooLarge"));
  const kind = z.safeParse(documentKindInput, form.get("kind"));
  if (!kind.success) throw fieldError("invalid_input", "kind", t("invalid.kind"));
  return { kind: kind.data, name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
}

/**
 * Links in pages can't send a token, so the session cookie is accepted too. No part of the response
 * may be stored, and nothing in the file can run on our site: PDF files are saved, not shown.
 */
async function serveDocument(context: Context, c: HonoContext<AppEnv>, id: string) {
  const caller = await findCaller(context, c).catch((error: unknown) => {
    if (error instanceof AppError) return undefined;
    throw error;
  });
  const actor = caller ?? (await findSession(context, c.req.header("cookie")));
  const { row, file } = await openDocument(context, actor, id);
  const headers = {
    "Content-Type": row.contentType,
    "Content-Length": String(file.bytes),
    "Content-Disposition": `${row.contentType === "image/webp" ? "inline" : "attachment"}; filename*=UTF-8''${encodeFileName(row.name)}`,
    "Cache-Control": "private, no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
  };
  if (c.req.method === "HEAD") return c.body(null, 200, headers);
  return c.body(streamFile({ stream: await file.read(), bytes: file.bytes }), 200, headers);
}

/** Percent-encodes everything that RFC 8187 doesn't allow in a file name. */
const encodeFileName = (name: string): string =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
