/** A teacher's credentials: certificates, ijazahs and education. */
import { asc, eq } from "drizzle-orm";
import type {
  CertificationView,
  CredentialsView,
  EducationView,
  IjazahView,
} from "#lib/people/people.responses.ts";
import type { CredentialsInput } from "#lib/vetting/vetting.ts";
import { type Actor, requireTeacher } from "../actor.ts";
import type { Context } from "../context.ts";
import { findProfileTags } from "../course-members/profile-tags.ts";
import type { Db } from "../db/connection.ts";
import { certifications, educations } from "../db/tables/people.table.ts";
import { ijazahs } from "../db/tables/vetting.table.ts";
import { transact } from "../db/transact.ts";
import { addEvent, changeVetting, lockVetting, setBadge } from "./vetting-rows.ts";

/**
 * Replaces the actor's credentials. A change ends the verification, because it was about the
 * previous ones.
 * @throws AppError `forbidden` unless the actor is a teacher.
 */
export async function saveCredentials(
  context: Context,
  actor: Actor,
  input: CredentialsInput,
): Promise<void> {
  const { profile } = requireTeacher(actor);
  await transact(context.db, async (tx) => {
    await lockVetting(tx, profile.id);
    await replaceCredentials(tx, profile.id, input);
  });
  await context.purgePages(await findProfileTags(context.db, profile));
}

/**
 * Replaces the given lists in a transaction that locks the profile. A changed list ends the
 * verification and counts as a change for reviewers; an identical one changes nothing.
 */
export async function replaceCredentials(
  tx: Db,
  teacherId: string,
  input: Partial<CredentialsInput>,
): Promise<void> {
  const before = await readCredentials(tx, teacherId);
  const after = toCredentials(input);
  const changed = (Object.keys(after) as (keyof CredentialsView)[]).filter(
    (name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]),
  );
  if (changed.length === 0) return;
  for (const name of changed) await replacements[name](tx, teacherId, after);
  await endVerification(tx, teacherId);
}

/**
 * Ends the verification of a teacher who has changed what was verified: a credential, or the name.
 * A submission is kept, in a new version.
 */
export async function endVerification(tx: Db, teacherId: string): Promise<void> {
  const { row, isVerified } = await lockVetting(tx, teacherId);
  if (!isVerified) return changeVetting(tx, teacherId);
  await setBadge(tx, teacherId, false);
  await changeVetting(tx, teacherId, {
    verifiedUntil: null,
    scope: [],
    ...(row.status === "verified" && { status: "draft" }),
  });
  await addEvent(tx, teacherId, { kind: "changed" });
}

type Replace = (tx: Db, teacherId: string, after: Partial<CredentialsView>) => Promise<void>;

const replacements: Record<keyof CredentialsView, Replace> = {
  async certifications(tx, teacherId, after) {
    await tx.delete(certifications).where(eq(certifications.teacherId, teacherId));
    const rows = inOrder(teacherId, after.certifications);
    if (rows.length > 0) await tx.insert(certifications).values(rows);
  },
  async educationBackground(tx, teacherId, after) {
    await tx.delete(educations).where(eq(educations.teacherId, teacherId));
    const rows = inOrder(teacherId, after.educationBackground);
    if (rows.length > 0) await tx.insert(educations).values(rows);
  },
  async ijazahs(tx, teacherId, after) {
    await tx.delete(ijazahs).where(eq(ijazahs.teacherId, teacherId));
    const rows = inOrder(teacherId, after.ijazahs);
    if (rows.length > 0) await tx.insert(ijazahs).values(rows);
  },
};

const inOrder = <Entry extends object>(teacherId: string, entries: readonly Entry[] = []) =>
  entries.map((entry, position) => ({ ...entry, teacherId, position }));

/** The credentials as they are read, so that they can be compared. */
function toCredentials(input: Partial<CredentialsInput>): Partial<CredentialsView> {
  return {
    ...(input.certifications && { certifications: input.certifications.map(toCertification) }),
    ...(input.educationBackground && {
      educationBackground: input.educationBackground.map(toEducation),
    }),
    ...(input.ijazahs && { ijazahs: input.ijazahs.map(toIjazah) }),
  };
}

type Optional<Entry, Name extends keyof Entry> = Omit<Entry, Name> & {
  [Each in Name]?: Entry[Each] | null;
};

const toCertification = ({
  name,
  issuingAuthority,
  year,
  verificationUrl,
}: Optional<CertificationView, "verificationUrl">): CertificationView => ({
  name,
  issuingAuthority,
  year,
  ...(verificationUrl && { verificationUrl }),
});

const toEducation = ({
  degree,
  major,
  institution,
  year,
}: Optional<EducationView, "major">): EducationView => ({
  degree,
  ...(major && { major }),
  institution,
  year,
});

const toIjazah = ({
  reading,
  year,
  chain,
  verificationUrl,
}: Optional<IjazahView, "verificationUrl">): IjazahView => ({
  reading,
  year,
  chain,
  ...(verificationUrl && { verificationUrl }),
});

/** The credentials of a teacher, in their order. */
export async function readCredentials(db: Db, teacherId: string): Promise<CredentialsView> {
  const ijazahRows = await db
    .select()
    .from(ijazahs)
    .where(eq(ijazahs.teacherId, teacherId))
    .orderBy(asc(ijazahs.position));
  const certificationRows = await db
    .select()
    .from(certifications)
    .where(eq(certifications.teacherId, teacherId))
    .orderBy(asc(certifications.position));
  const educationRows = await db
    .select()
    .from(educations)
    .where(eq(educations.teacherId, teacherId))
    .orderBy(asc(educations.position));
  return {
    ijazahs: ijazahRows.map(toIjazah),
    certifications: certificationRows.map(toCertification),
    educationBackground: educationRows.map(toEducation),
  };
}
