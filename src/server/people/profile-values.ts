/** Converts the input of profile forms to rows of the profile tables. */

import {
  type StudentProfileUpdate,
  studentProfile,
  type TeacherProfileUpdate,
  teacherProfile,
} from "#lib/people/people.ts";
import { findLanguageCode } from "#lib/text/language-codes.ts";
import { foldForSearch } from "#lib/text/search-text.ts";
import type { profiles } from "../db/tables/people.table.ts";

/** Fields of either role. Each role's schema has already dropped those of the other. */
export type ProfileInput = Omit<StudentProfileUpdate & TeacherProfileUpdate, "quranLevel"> & {
  quranLevel?: string | null | undefined;
};

type ProfileValues = Partial<typeof profiles.$inferInsert>;

// These two have their own tables. See `replaceCredentials`.
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
  return { ...Object.fromEntries(given), ...foldTexts(input), ...findLanguageCodes(input) };
}

/** The columns that searches read, for the given fields. */
function foldTexts({ name, specializations }: ProfileInput): ProfileValues {
  return {
    ...(name === undefined ? {} : { searchName: foldForSearch(name) }),
    ...(specializations === undefined
      ? {}
      : { searchSpecializations: specializations.map(foldForSearch) }),
  };
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
