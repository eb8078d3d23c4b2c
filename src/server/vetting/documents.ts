/** A teacher's private documents. They are never public, and nothing links to their files. */
import { and, asc, eq } from "drizzle-orm";
import { AppError, fieldError } from "#lib/errors.ts";
import type { VettingDocument } from "#lib/vetting/vetting.responses.ts";
import { type DocumentKind, maxDocuments, pdfType } from "#lib/vetting/vetting.rules.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireTeacher } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { newId } from "../db/id.ts";
import { profiles } from "../db/tables/people.table.ts";
import { vettingDocuments } from "../db/tables/vetting.table.ts";
import { transact } from "../db/transact.ts";
import { nameFile } from "../media/file-name.ts";
import { encodeImage } from "../media/image.ts";
import { isPassivePdf } from "../media/pdf.ts";
import type { StoredFile } from "../providers/files.ts";
import { recordStaffAction } from "../staff/audit.ts";
import { isStaff } from "../staff/staff-actor.ts";
import { reviewers } from "./permissions.ts";
import { changeVetting, lockVetting } from "./vetting-rows.ts";

const t = getTexts("vetting");

/** Deletes files after the commit. */
export const deleteDocumentsJob = "delete-documents";

/** Deletes a file unless it was recorded as a document. */
export const discardUploadJob = "discard-document-upload";

/** Far longer than storing a file takes. */
const unrecordedMs = 60 * 60 * 1000;

type DocumentRow = typeof vettingDocuments.$inferSelect;

export interface NewDocument {
  kind: DocumentKind;
  /** The name of the file on the teacher's device. */
  name: string;
  bytes: Uint8Array;
}

/**
 * Stores a document of the actor: images re-encoded, PDF files as they are if they have no active
 * content.
 * @param signal aborted when the client disconnects.
 * @throws AppError `forbidden` unless the actor is a teacher; `invalid_input` for other file
 * formats; `conflict` with the maximum number of documents; `rate_limited`; `provider_unavailable`.
 */
export async function addDocument(
  context: Context,
  actor: Actor,
  { kind, name, bytes }: NewDocument,
  signal?: AbortSignal,
): Promise<void> {
  const teacherId = requireTeacher(actor).profile.id;
  const { content, contentType, ending } = await checkContent(actor, bytes, signal);
  const id = newId("doc");
  const row = {
    id,
    teacherId,
    kind,
    name: nameFile(name, ending, "document"),
    key: `${id}.${ending}`,
    contentType,
    bytes: content.byteLength,
  };
  await requireRoom(context.db, teacherId);
  // The file comes first, so that no row is left without one. If the process is killed in between, or
  // the account is deleted, the job deletes the file.
  const startAfter = new Date(Date.now() + unrecordedMs);
  await context.jobs.send(context.db, discardUploadJob, { key: row.key }, { startAfter });
  await context.files.put(row.key, content, contentType);
  try {
    await transact(context.db, async (tx) => {
      await lockVetting(tx, teacherId);
      await requireRoom(tx, teacherId);
      await tx.insert(vettingDocuments).values(row);
      await changeVetting(tx, teacherId);
    });
  } catch (error) {
    await context.jobs.send(context.db, discardUploadJob, { key: row.key });
    throw error;
  }
}

async function requireRoom(db: Db, teacherId: string): Promise<void> {
  const isOwn = eq(vettingDocuments.teacherId, teacherId);
  if ((await db.$count(vettingDocuments, isOwn)) >= maxDocuments) {
    throw new AppError("conflict", t("server.error.tooMany", { max: maxDocuments }));
  }
}

/** Deletes the file with this key, unless it belongs to a document. */
export async function discardUpload({ db, files }: Context, key: string): Promise<void> {
  if ((await db.$count(vettingDocuments, eq(vettingDocuments.key, key))) > 0) return;
  await files.delete(key);
}

async function checkContent(actor: Actor, bytes: Uint8Array, signal?: AbortSignal) {
  if (isPassivePdf(bytes)) return { content: bytes, contentType: pdfType, ending: "pdf" } as const;
  const image = await encodeImage(bytes, { source: actor.userId, signal });
  if (!image) throw wrongDocument();
  return { content: image.content, contentType: "image/webp", ending: "webp" } as const;
}

export function wrongDocument(): AppError {
  return fieldError("invalid_input", "file", t("wrongType"));
}

/** Deletes a document of the actor. @throws AppError `not_found`. */
export async function deleteDocument(
  context: Context,
  actor: Actor,
  documentId: string,
): Promise<void> {
  const teacherId = requireTeacher(actor).profile.id;
  await transact(context.db, async (tx) => {
    await lockVetting(tx, teacherId);
    const isOwn = and(
      eq(vettingDocuments.id, documentId),
      eq(vettingDocuments.teacherId, teacherId),
    );
    const [row] = await tx.select().from(vettingDocuments).where(isOwn);
    if (!row) throw documentNotFound();
    await tx.delete(vettingDocuments).where(isOwn);
    await context.jobs.send(tx, deleteDocumentsJob, { keys: [row.key] });
    await changeVetting(tx, teacherId);
  });
}

export const documentNotFound = () => new AppError("not_found", t("server.error.noDocument"));

export interface OpenedDocument {
  row: DocumentRow;
  file: StoredFile;
}

/**
 * A document for its owner or a reviewer. Each document that a reviewer opens is recorded in the
 * audit log, because documents show more of a person than anything else on the site.
 * @throws AppError `not_found` for everyone else, whether or not it exists.
 */
export async function openDocument(
  context: Context,
  actor: Actor | undefined,
  documentId: string,
): Promise<OpenedDocument> {
  if (!actor) throw documentNotFound();
  const [found] = await context.db
    .select({ row: vettingDocuments, userId: profiles.userId })
    .from(vettingDocuments)
    .innerJoin(profiles, eq(profiles.id, vettingDocuments.teacherId))
    .where(eq(vettingDocuments.id, documentId));
  if (!found) throw documentNotFound();
  const { row, userId } = found;
  const isOwner = actor.userId === userId;
  if (!isOwner && !isStaff(actor, ...reviewers)) throw documentNotFound();
  const file = await context.files.find(row.key);
  if (!file) throw documentNotFound();
  if (!isOwner) {
    await recordStaffAction(context.db, actor, {
      kind: "open-document",
      subjectKind: "person",
      subjectId: userId,
      reason: "",
      details: { document: documentId, kind: row.kind },
    });
  }
  return { row, file };
}

/** A teacher's documents, oldest first. */
export async function listDocuments(db: Db, teacherId: string): Promise<VettingDocument[]> {
  const rows = await db
    .select()
    .from(vettingDocuments)
    .where(eq(vettingDocuments.teacherId, teacherId))
    .orderBy(asc(vettingDocuments.createdAt), asc(vettingDocuments.id));
  return rows.map(({ id, kind, name, contentType, bytes, createdAt }) => ({
    _id: id,
    kind,
    name,
    isPdf: contentType === pdfType,
    bytes,
    at: createdAt.toISOString(),
  }));
}
