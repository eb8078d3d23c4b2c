/** Adds the states of demo teachers' reviews, with private documents and the history. */
import { eq } from "drizzle-orm";
import { utcDate } from "#lib/vetting/vetting.rules.ts";
import type { ProfiledActor } from "../actor.ts";
import type { Db } from "../db/connection.ts";
import { users } from "../db/tables/accounts.table.ts";
import { ijazahs, vettingEvents, vettings } from "../db/tables/vetting.table.ts";
import { addDocument } from "../vetting/documents.ts";
import { type DemoVetting, demoVettings } from "./data/vetting.data.ts";
import { drawCertificate, drawIdentityCard } from "./demo-documents.ts";
import { before, type DemoPeople, type DemoRun, day, forEach, need } from "./demo-run.ts";
import { demoEmail } from "./demo-shapes.ts";

export async function addVettings(run: DemoRun, people: DemoPeople): Promise<void> {
  const reviewerId = await findReviewer(run.context.db);
  await forEach(demoVettings, async (vetting) => {
    const teacher = need(people, vetting.teacher);
    // Registration stores the credentials in a row, but without any history.
    const isKnown = eq(vettingEvents.teacherId, teacher.profile.id);
    if ((await run.context.db.$count(vettingEvents, isKnown)) > 0) return;
    await addVetting(run, teacher, vetting, reviewerId);
    if (vetting.hasDocuments) await addDocuments(run, teacher);
  });
}

async function findReviewer(db: Db): Promise<string | undefined> {
  const [reviewer] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, demoEmail("moderator")));
  return reviewer?.id;
}

async function addVetting(
  run: DemoRun,
  { profile: { id: teacherId } }: ProfiledActor,
  vetting: DemoVetting,
  reviewerId: string | undefined,
): Promise<void> {
  const { status, verified, submittedDaysAgo = 0, reason = "", note } = vetting;
  const submittedAt = before(run, submittedDaysAgo * day);
  const decidedAt = before(run, (submittedDaysAgo - 1) * day);
  const until = verified && utcDate(before(run, -verified.daysLeft * day));
  const scope = verified?.scope ?? [];
  await run.context.db.transaction(async (tx) => {
    const row = {
      status,
      scope,
      verifiedUntil: until ?? null,
      submittedAt: status === "submitted" ? submittedAt : null,
      // The reminders of verifications that end soon were sent before.
      remindedDays: verified && verified.daysLeft <= 30 ? 30 : null,
      createdAt: submittedAt,
    };
    await tx
      .insert(vettings)
      .values({ teacherId, ...row })
      .onConflictDoUpdate({ target: vettings.teacherId, set: row });
    const rows = (vetting.ijazahs ?? []).map((ijazah, position) => ({
      ...ijazah,
      teacherId,
      position,
    }));
    if (rows.length > 0) await tx.insert(ijazahs).values(rows);
    await tx.insert(vettingEvents).values({ teacherId, kind: "submitted", createdAt: submittedAt });
    const decided = { teacherId, authorId: reviewerId ?? null, createdAt: decidedAt };
    if (note) await tx.insert(vettingEvents).values({ ...decided, kind: "note", reason: note });
    if (status === "verified" && until) {
      await tx.insert(vettingEvents).values({ ...decided, kind: status, reason, scope, until });
    } else if (status === "changes-requested" || status === "withdrawn") {
      await tx.insert(vettingEvents).values({ ...decided, kind: status, reason });
    }
  });
}

async function addDocuments({ context }: DemoRun, teacher: ProfiledActor): Promise<void> {
  await addDocument(context, teacher, {
    kind: "identity",
    name: "identity-card.png",
    bytes: await drawIdentityCard(),
  });
  await addDocument(context, teacher, {
    kind: "certificate",
    name: "certificate.pdf",
    bytes: drawCertificate([
      "Certificate",
      `This certifies that ${teacher.name}`,
      "may teach the Quran.",
    ]),
  });
}
