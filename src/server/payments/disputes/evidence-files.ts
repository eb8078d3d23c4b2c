/** The files of a teacher's response to a dispute. The provider keeps them, and we don't. */
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
import { type Actor, requireTeacher } from "../../actor.ts";
import type { Context } from "../../context.ts";
import type { Db } from "../../db/connection.ts";
import { disputeFiles } from "../../db/tables/disputes.table.ts";
import { nameFile } from "../../media/file-name.ts";
import { encodeImage } from "../../media/image.ts";
import { isPassivePdf } from "../../media/pdf.ts";
import { isRefusal, toProviderError } from "../../providers/stripe/failures.ts";
import type { Limit } from "../../rate-limits.ts";
import { findDisputeEvidence, lockUnsent } from "./evidence.ts";

const uploadLimit: Limit = { name: "dispute-files", points: 40, duration: 60 * 60 };

/** Longer than for other calls, because the file is sent once more. */
const uploadTimeoutMs = 20_000;

export interface NewEvidenceFile {
  kind: EvidenceFileKind;
  /** The name of the file on the teacher's device. */
  name: string;
  bytes: Uint8Array;
}

/**
 * Sends a file to the provider and adds it to the draft, in place of an earlier one of its kind.
 * @param signal aborted when the client disconnects.
 * @throws AppError like `saveDisputeEvidence`; `invalid_input` for other contents; `too_large` if
 * the files together exceed the provider's limit; `provider_unavailable`.
 */
export async function addEvidenceFile(
  context: Context,
  actor: Actor,
  providerDisputeId: string,
  file: NewEvidenceFile,
  signal?: AbortSignal,
): Promise<DisputeEvidence> {
  const teacher = requireTeacher(actor);
  await context.limits.consume(uploadLimit, teacher.profile.id);
  const lock = (tx: Db) => lockUnsent(tx, teacher.profile.id, providerDisputeId);
  // Before the file is sent anywhere, and again afterward.
  await context.db.transaction(async (tx) => {
    const { dispute } = await lock(tx);
    await requireRoom(tx, dispute.id, file);
  });
  const ending = await findEnding(actor, file.bytes, signal);
  if (!ending) throw wrongFile();
  const name = nameFile(file.name, ending, "evidence");
  const providerFileId = await send(context, name, ending, file.bytes);
  await context.db.transaction(async (tx) => {
    const { dispute } = await lock(tx);
    await requireRoom(tx, dispute.id, file);
    const row = { kind: file.kind, name, bytes: file.bytes.byteLength, providerFileId };
    await tx
      .insert(disputeFiles)
      .values({ disputeId: dispute.id, ...row })
      .onConflictDoUpdate({
        target: [disputeFiles.disputeId, disputeFiles.kind],
        set: { ...row, createdAt: new Date() },
      });
  });
  return findDisputeEvidence(context, actor, providerDisputeId);
}

/**
 * Removes a file from the draft. The provider has no call that deletes it there; files that no
 * evidence names aren't sent to anyone.
 * @throws AppError like `saveDisputeEvidence`; `not_found`.
 */
export async function deleteEvidenceFile(
  context: Context,
  actor: Actor,
  providerDisputeId: string,
  fileId: string,
): Promise<DisputeEvidence> {
  const teacher = requireTeacher(actor);
  await context.db.transaction(async (tx) => {
    const { dispute } = await lockUnsent(tx, teacher.profile.id, providerDisputeId);
    const isThis = and(eq(disputeFiles.id, fileId), eq(disputeFiles.disputeId, dispute.id));
    const deleted = await tx.delete(disputeFiles).where(isThis).returning({ id: disputeFiles.id });
    if (deleted.length === 0) throw new AppError("not_found", disputeMessages.noFile);
  });
  return findDisputeEvidence(context, actor, providerDisputeId);
}

/** One file replaces the other of its kind. */
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
  actor: Actor,
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
  // Decoded to find out whether it can be; the bank gets the original, which is easier to read.
  if (!ending || !(await encodeImage(bytes, { source: actor.userId, signal }))) return undefined;
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
