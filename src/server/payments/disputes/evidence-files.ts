/** The files of a response to a dispute. The provider stores them, and we don't. */
import { and, eq, ne, sql } from "drizzle-orm";
import { AppError, fieldError } from "#lib/errors.ts";
import type { DisputeEvidence } from "#lib/payments/dispute-evidence.responses.ts";
import {
  type EvidenceFileEnding,
  type EvidenceFileKind,
  evidenceFileTypes,
  maxEvidenceBytes,
} from "#lib/payments/dispute-evidence.rules.ts";
import { disputeMessages } from "#lib/payments/dispute-evidence.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { disputeFiles } from "../../db/tables/disputes.table.ts";
import { nameFile } from "../../media/file-name.ts";
import { encodeImage } from "../../media/image.ts";
import { isPassivePdf } from "../../media/pdf.ts";
import { isRefusal, toProviderError } from "../../providers/stripe/failures.ts";
import type { Limit } from "../../rate-limits.ts";
import { lockUnsent, readView } from "./evidence.ts";
import {
  isStaff,
  limitKeyOf,
  type Responder,
  recordStaffResponse,
  scopeOf,
} from "./staff-response.ts";

const uploadLimit: Limit = { name: "dispute-files", points: 40, duration: 60 * 60 };

/** Longer than for other calls, because the file is sent once more. */
const uploadTimeoutMs = 20_000;

export interface NewEvidenceFile {
  kind: EvidenceFileKind;
  /** The name of the file on the device of who adds it. */
  name: string;
  bytes: Uint8Array;
}

/**
 * Sends a file to the provider and adds it to the draft, in place of an earlier one of its kind by the
 * same side.
 * @param signal aborted when the client disconnects.
 * @throws AppError like `saveDisputeEvidence`; `invalid_input` for other file formats; `too_large`
 * if the files together exceed the provider's limit; `provider_unavailable`.
 */
export async function addEvidenceFile(
  context: Context,
  responder: Responder,
  providerDisputeId: string,
  file: NewEvidenceFile,
  signal?: AbortSignal,
): Promise<DisputeEvidence> {
  await context.limits.consume(uploadLimit, limitKeyOf(responder));
  const scope = scopeOf(responder);
  const isByStaff = isStaff(responder);
  const lock = (tx: Db) => lockUnsent(tx, scope, providerDisputeId);
  // Checked before the file is sent anywhere, and again afterward.
  await context.db.transaction(async (tx) => {
    const { dispute } = await lock(tx);
    await requireOwnKind(tx, dispute.id, file.kind, isByStaff);
    await requireRoom(tx, dispute.id, file);
  });
  const source = isByStaff ? responder.staff.userId : responder.userId;
  const ending = await findEnding(source, file.bytes, signal);
  if (!ending) throw wrongFile();
  const name = nameFile(file.name, ending, "evidence");
  const providerFileId = await send(context, name, ending, file.bytes);
  await context.db.transaction(async (tx) => {
    const own = await lock(tx);
    const { dispute } = own;
    await requireOwnKind(tx, dispute.id, file.kind, isByStaff);
    await requireRoom(tx, dispute.id, file);
    await recordStaffResponse(tx, responder, own, "change-evidence-files", { added: file.kind });
    const row = { kind: file.kind, name, bytes: file.bytes.byteLength, providerFileId, isByStaff };
    await tx
      .insert(disputeFiles)
      .values({ disputeId: dispute.id, ...row })
      .onConflictDoUpdate({
        target: [disputeFiles.disputeId, disputeFiles.kind],
        set: { ...row, createdAt: new Date() },
      });
  });
  return readView(context, responder, providerDisputeId);
}

/**
 * Removes a file from the draft. The provider has no call that deletes it there; files that no
 * evidence names aren't sent to anyone.
 * @throws AppError like `saveDisputeEvidence`; `not_found`, including for files of the other side.
 */
export async function deleteEvidenceFile(
  context: Context,
  responder: Responder,
  providerDisputeId: string,
  fileId: string,
): Promise<DisputeEvidence> {
  await context.db.transaction(async (tx) => {
    const own = await lockUnsent(tx, scopeOf(responder), providerDisputeId);
    const isThis = and(
      eq(disputeFiles.id, fileId),
      eq(disputeFiles.disputeId, own.dispute.id),
      eq(disputeFiles.isByStaff, isStaff(responder)),
    );
    const [deleted] = await tx
      .delete(disputeFiles)
      .where(isThis)
      .returning({ kind: disputeFiles.kind });
    if (!deleted) throw new AppError("not_found", disputeMessages.noFile);
    const removed = { removed: deleted.kind };
    await recordStaffResponse(tx, responder, own, "change-evidence-files", removed);
  });
  return readView(context, responder, providerDisputeId);
}

/** Each side replaces only its own files. @throws AppError `conflict`. */
async function requireOwnKind(
  tx: Db,
  disputeId: string,
  kind: EvidenceFileKind,
  isByStaff: boolean,
): Promise<void> {
  const isOthers = and(
    eq(disputeFiles.disputeId, disputeId),
    eq(disputeFiles.kind, kind),
    ne(disputeFiles.isByStaff, isByStaff),
  );
  if ((await tx.$count(disputeFiles, isOthers)) === 0) return;
  const message = isByStaff ? disputeMessages.teachersFile : disputeMessages.staffFile;
  throw new AppError("conflict", message);
}

/** A file replaces an earlier one of its kind. */
async function requireRoom(
  tx: Db,
  disputeId: string,
  { kind, bytes }: NewEvidenceFile,
): Promise<void> {
  const [others] = await tx
    .select({ bytes: sql<number>`coalesce(sum(${disputeFiles.bytes}), 0)::integer` })
    .from(disputeFiles)
    .where(and(eq(disputeFiles.disputeId, disputeId), ne(disputeFiles.kind, kind)));
  if ((others?.bytes ?? 0) + bytes.byteLength <= maxEvidenceBytes) return;
  throw fieldError("too_large", "file", disputeMessages.tooLarge);
}

/** The format of a file that banks can open, and undefined for all others. */
async function findEnding(
  source: string,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<EvidenceFileEnding | undefined> {
  if (isPassivePdf(bytes)) return "pdf";
  const start = Buffer.from(bytes.subarray(0, 8)).toString("hex");
  const ending = start.startsWith("ffd8ff")
    ? "jpg"
    : start === "89504e470d0a1a0a"
      ? "png"
      : undefined;
  // Decodes the image only to check that this is possible. The bank gets the original, which is
  // easier to read.
  if (!ending || !(await encodeImage(bytes, { source, signal }))) return undefined;
  return ending;
}

async function send(
  context: Context,
  name: string,
  ending: EvidenceFileEnding,
  bytes: Uint8Array,
): Promise<string> {
  const file = { data: bytes, name, type: evidenceFileTypes[ending] };
  try {
    const { id } = await context.stripe.files.create(
      { purpose: "dispute_evidence", file },
      { timeout: uploadTimeoutMs },
    );
    return id;
  } catch (error) {
    if (isRefusal(error)) throw fieldError("invalid_input", "file", disputeMessages.fileRefused);
    throw toProviderError(error, disputeMessages.fileUnsent);
  }
}

export const wrongFile = (): AppError =>
  fieldError("invalid_input", "file", disputeMessages.wrongFile);
