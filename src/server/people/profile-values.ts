/** Converts the input of profile forms to rows of the profile tables. */

import { eq } from "drizzle-orm";
import {
  type StudentProfileUpdate,
  studentProfile,
  type TeacherProfileUpdate,
  teacherProfile,
} from "#lib/people/people.ts";
import { findLanguageCode } from "#lib/text/language-codes.ts";
import { foldForSearch } from "#lib/text/search-text.ts";
import type { Db } from "../db/connection.ts";
import { certifications, educations, type profiles } from "../db/tables/people.table.ts";

/** Fields of either role. Each role's schema has already dropped those of the other. */
export type ProfileInput = Omit<StudentProfileUpdate & TeacherProfileUpdate, "quranLevel"> & {
  quranLevel?: string | null | undefined;
};

type ProfileValues = Partial<typeof profiles.$inferInsert>;

// These two have their own tables.
const {
  certifications: _c,
  educationBackground: _e,
  ...columnFields
} = { ...studentProfile.shape, ...teacherProfile.shape };

/** Every field has a column of the same name; a field without one is a type error here. */
const fieldNames = Object.keys(
  columnFields,
) as (keyof typeof columnFields)[] satisfies (keyof ProfileValues)[];

/** The columns for the given fields. An empty text or null clears a column. */
export function toColumns(input: ProfileInput): ProfileValues {
  const given = fieldNames
    .filter((name) => input[name] !== undefined)
    .map((name) => [name, input[name] === "" ? null : input[name]]);
  const searchName = input.name === undefined ? {} : { searchName: foldForSearch(input.name) };
  return { ...Object.fromEntries(given), ...searchName, ...findLanguageCodes(input) };
}

/** The BCP 47 codes of the given languages. */
export function findLanguageCodes({
  nativeLanguage,
  spokenLanguages,
}: ProfileInput): Partial<ProfileValues> {
  const codes = spokenLanguages?.flatMap((name) => findLanguageCode(name) ?? []);
  return {
    ...(nativeLanguage === undefined
      ? {}
      : { nativeLanguageCode: (nativeLanguage && findLanguageCode(nativeLanguage)) || null }),
    ...(codes === undefined ? {} : { spokenLanguageCodes: [...new Set(codes)] }),
  };
}

/** Replaces the teacher's certificates and education with those in the input, if given. */
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
