/** Definitions of the profile fields for registration and settings, in display order. */
import type { HTMLInputTypeAttribute } from "react";
import { guardianAge, maxAge, minAge, type Role } from "#lib/people/people.options.ts";
import { splitList } from "#lib/text/lists.ts";
import type { Option } from "../../ui/form/SelectField.tsx";
import {
  genderOptions,
  includeOption,
  levelOptions,
  listCountryOptions,
  listZoneOptions,
  rateOptions,
  yearsOptions,
} from "./person-options.ts";
import { certificateRows, educationRows, type RowsField, readRows } from "./profile-rows.ts";
import type { ProfileTextValues, ProfileValues } from "./profile-values.ts";

export type ProfileTextName = keyof ProfileTextValues;

interface Described {
  name: ProfileTextName;
  label: string;
  optional?: boolean;
  hint?: string;
  /** Spans the full width of its group. */
  wide?: boolean;
}

export type ProfileTextField = Described &
  (
    | { kind: "line"; type?: HTMLInputTypeAttribute; autoComplete?: string }
    | { kind: "prose" }
    /** Entered as text separated by commas. */
    | { kind: "list" }
    | { kind: "number"; min: number; max: number }
    /** With `whole`, the selected value is sent as an integer. */
    | {
        kind: "choice";
        placeholder: string;
        options: readonly Option[];
        whole?: boolean;
        autoComplete?: string;
      }
  );

export type ProfileField = ProfileTextField | RowsField;

export interface ProfileFieldGroup {
  title: string;
  /** Explains the group if its title isn't enough. */
  intro?: string;
  fields: readonly ProfileField[];
}

const optional = true;
const wide = true;
const commas = "Separated by commas";

const person: ProfileField[] = [
  { name: "name", label: "Full name", kind: "line", autoComplete: "name" },
  {
    name: "gender",
    label: "Gender",
    kind: "choice",
    placeholder: "Select your gender",
    options: genderOptions,
    optional,
  },
  {
    name: "phoneNumber",
    label: "Phone number",
    kind: "line",
    type: "tel",
    autoComplete: "tel",
    optional,
  },
];

const languages: ProfileField[] = [
  { name: "nativeLanguage", label: "Native language", kind: "line", optional },
  { name: "spokenLanguages", label: "Spoken languages", kind: "list", hint: commas, optional },
];

/** Keeps a selected value that is no longer in the option list. */
const listPlaces = (values: ProfileValues): ProfileField[] => [
  {
    name: "country",
    label: "Country",
    kind: "choice",
    placeholder: "Select your country",
    autoComplete: "country-name",
    options: includeOption(listCountryOptions(), values.country),
  },
  {
    name: "timeZone",
    label: "Time zone",
    kind: "choice",
    placeholder: "Select your time zone",
    options: includeOption(listZoneOptions(), values.timeZone),
  },
];

const levelField = (role: Role, values: ProfileValues): ProfileField => ({
  name: "quranLevel",
  label: "Quran level",
  kind: "choice",
  placeholder: "Select your level",
  options: includeOption(levelOptions[role], values.quranLevel),
  optional,
});

const listStudies = (values: ProfileValues): ProfileField[] => [
  levelField("student", values),
  {
    name: "age",
    label: "Age",
    kind: "number",
    min: minAge,
    max: maxAge,
    hint: "Never shown to others. Your profile is public only if you're 18 or older.",
    optional,
  },
  {
    name: "learningGoals",
    label: "Learning goals",
    kind: "list",
    hint: `${commas}: Tajweed, Memorization`,
    wide,
    optional,
  },
  {
    name: "preferredTeachingMethods",
    label: "Preferred teaching methods",
    kind: "list",
    hint: `${commas}: One-to-one, Small group, Repetition`,
    wide,
    optional,
  },
];

const guardian: ProfileField[] = [
  { name: "parentGuardianName", label: "Parent or guardian name", kind: "line", optional },
  {
    name: "parentGuardianContact",
    label: "Parent or guardian contact",
    kind: "line",
    hint: "A phone number or an email address",
    optional,
  },
];

const listTeaching = (values: ProfileValues): ProfileField[] => [
  levelField("teacher", values),
  {
    name: "yearsOfExperience",
    label: "Years of experience",
    kind: "choice",
    whole: true,
    placeholder: "Select your experience",
    options: includeOption(yearsOptions, values.yearsOfExperience),
    optional,
  },
  {
    name: "hourlyRate",
    label: "Hourly rate (USD)",
    kind: "choice",
    whole: true,
    placeholder: "Select your rate",
    options: includeOption(rateOptions, values.hourlyRate),
    optional,
  },
  {
    name: "specializations",
    label: "Specializations",
    kind: "list",
    hint: `${commas}: Tajweed, Tafsir`,
    optional,
  },
  {
    name: "bio",
    label: "Bio",
    kind: "prose",
    hint: "Tell students about yourself",
    wide,
    optional,
  },
];

/** The fields of a role, in groups and in display order. */
export function listProfileFields(role: Role, values: ProfileValues): ProfileFieldGroup[] {
  const shared: ProfileFieldGroup[] = [
    { title: "About you", fields: person },
    {
      title: "Where you are",
      intro: "We'll show class times in your time zone.",
      fields: listPlaces(values),
    },
    { title: "Your languages", fields: languages },
  ];
  if (role === "teacher") {
    return [
      ...shared,
      { title: "Your teaching", fields: listTeaching(values) },
      {
        title: "Your qualifications",
        intro: "Students see these on your page.",
        fields: [certificateRows, educationRows],
      },
    ];
  }
  return [
    ...shared,
    { title: "Your studies", fields: listStudies(values) },
    {
      title: "Parent or guardian",
      intro: `Required for students under ${guardianAge} before they pay for a course.`,
      fields: guardian,
    },
  ];
}

/**
 * Converts the fields for the schema: splits lists, parses integers and sends emptied fields as
 * null.
 */
export function toUpdate(
  groups: readonly ProfileFieldGroup[],
  values: ProfileValues,
): Record<string, unknown> {
  const fields = groups.flatMap((group) => group.fields);
  return Object.fromEntries(fields.map((field) => [field.name, readField(field, values)]));
}

function readField(field: ProfileField, values: ProfileValues): unknown {
  if (field.kind === "rows") return readRows(field, values[field.name]);
  const text = values[field.name].trim();
  if (field.kind === "list") return splitList(text);
  if (field.kind === "number" || (field.kind === "choice" && field.whole)) {
    const number = Number.parseInt(text, 10);
    return Number.isNaN(number) ? null : number;
  }
  return text === "" && field.optional ? null : text;
}
