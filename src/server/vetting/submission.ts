/** Submitting credentials for a review, and recalling them. */

import { eq } from "drizzle-orm";
import { AppError } from "#lib/errors.ts";
import { isSubmittable, isValidOn } from "#lib/vetting/vetting.rules.ts";
import { getTexts } from "#translations/translate.ts";
import { type Actor, requireTeacher } from "../actor.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/connection.ts";
import { vettingDocuments } from "../db/tables/vetting.table.ts";
import { transact } from "../db/transact.ts";
import { readCredentials } from "./credentials.ts";
import { addEvent, changeVetting, lockVetting } from "./vetting-rows.ts";

const t = getTexts("vetting");

/**
 * Submits the actor's credentials. A verification that is still valid stays until its end, so that
 * teachers can renew it in time.
 * @throws AppError `conflict` if they were submitted already; `invalid_input` without a credential, or
 * without anything that proves it.
 */
export async function submitForReview(context: Context, actor: Actor): Promise<void> {
  const teacherId = requireTeacher(actor).profile.id;
  await transact(context.db, async (tx) => {
    const { row } = await lockVetting(tx, teacherId);
    if (!isSubmittable(row.status)) throw new AppError("conflict", t("server.error.submitted"));
    await requireEvidence(tx, teacherId);
    await changeVetting(tx, teacherId, { status: "submitted", submittedAt: new Date() });
    await addEvent(tx, teacherId, { kind: "submitted" });
  });
}

async function requireEvidence(tx: Db, teacherId: string): Promise<void> {
  const { ijazahs, certifications, educationBackground } = await readCredentials(tx, teacherId);
  if (ijazahs.length + certifications.length + educationBackground.length === 0) {
    throw new AppError("invalid_input", t("server.error.noCredential"));
  }
  const hasLink = [...ijazahs, ...certifications].some(({ verificationUrl }) => verificationUrl);
  const isOwn = eq(vettingDocuments.teacherId, teacherId);
  if (!hasLink && (await tx.$count(vettingDocuments, isOwn)) === 0) {
    throw new AppError("invalid_input", t("server.error.noEvidence"));
  }
}

/** Recalls a submission before it is decided. @throws AppError `conflict` if there is none. */
export async function recallSubmission(context: Context, actor: Actor): Promise<void> {
  const teacherId = requireTeacher(actor).profile.id;
  await transact(context.db, async (tx) => {
    const { row } = await lockVetting(tx, teacherId);
    if (row.status !== "submitted") throw new AppError("conflict", t("server.error.notSubmitted"));
    const status = isValidOn(row.verifiedUntil, new Date()) ? "verified" : "draft";
    await changeVetting(tx, teacherId, { status, submittedAt: null });
    await addEvent(tx, teacherId, { kind: "recalled" });
  });
}
