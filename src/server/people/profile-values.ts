/** From what people enter to rows of the profile tables. */
import { eq } from "drizzle-orm";
import type { StudentProfileUpdate, TeacherProfileUpdate } from "#lib/people/people.ts";
import { foldForSearch } from "#lib/text/search-text.ts";
import type { Db } from "../db/connection.ts";
import { certifications, educations, type profiles } from "../db/tables/people.table.ts";

/** Fields of either role. Each role's schema has dropped those of the other. */
export type ProfileInput = Omit<StudentProfileUpdate & TeacherProfileUpdate, "quranLevel"> & {
  quranLevel?: string | null | undefined;
};

type ProfileValues = Partial<typeof profiles.$inferInsert>;

/** The columns that the input names; an empty text and null empty a column. */
export function toColumns(input: ProfileInput): ProfileValues {
  const values: ProfileValues = {
    name: input.name,
    searchName: input.name === undefined ? undefined : foldForSearch(input.name),
    phoneNumber: emptied(input.phoneNumber),
    country: input.country,
    timeZone: input.timeZone,
    gender: input.gender,
    nativeLanguage: emptied(input.nativeLanguage),
    quranLevel: input.quranLevel,
    spokenLanguages: input.spokenLanguages,
    profileImageUrl: emptied(input.profileImageUrl),
    age: input.age,
    parentGuardianName: emptied(input.parentGuardianName),
    parentGuardianContact: emptied(input.parentGuardianContact),
    learningGoals: input.learningGoals,
    preferredTeachingMethods: input.preferredTeachingMethods,
    bio: emptied(input.bio),
    specializations: input.specializations,
    yearsOfExperience: input.yearsOfExperience,
    hourlyRate: input.hourlyRate,
    offersTrials: input.offersTrials,
  };
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function emptied(value: string | null | undefined): string | null | undefined {
  return value === "" ? null : value;
}

/** Puts the certificates and the education that the input names in place of the teacher's. */
export async function replaceLists(
  tx: Db,
  teacherId: string,
  input: Pick<ProfileInput, "certifications" | "educationBackground">,
): Promise<void> {
  if (input.certifications) {
    await tx.delete(certifications).where(eq(certifications.teacherId, teacherId));
    const rows = input.certifications.map((certificate, position) => ({
      ...certificate,
      verificationUrl: certificate.verificationUrl || null,
      teacherId,
      position,
    }));
    if (rows.length > 0) await tx.insert(certifications).values(rows);
  }
  if (input.educationBackground) {
    await tx.delete(educations).where(eq(educations.teacherId, teacherId));
    const rows = input.educationBackground.map((education, position) => ({
      ...education,
      major: education.major || null,
      teacherId,
      position,
    }));
    if (rows.length > 0) await tx.insert(educations).values(rows);
  }
}
