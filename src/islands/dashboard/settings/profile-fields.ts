/** The fields in which a profile is edited, and how their text becomes what the API takes. */
import type { HTMLInputTypeAttribute } from "react";
import {
  genderOptions,
  includeOption,
  levelOptions,
  listCountryOptions,
  listZoneOptions,
  rateOptions,
  yearsOptions,
} from "#islands/ui/person-options.ts";
import { emptyProfile, type ProfileValues } from "#islands/ui/profile-values.ts";
import type { Option } from "#islands/ui/SelectField.tsx";
import type { Profile } from "#lib/client/profile.store.ts";
import { guardianAge } from "#lib/enrolments.ts";
import { maximumAge, minimumAge, type Role } from "#lib/people.options.ts";
import { splitList } from "#lib/text.ts";

interface Described {
  name: ProfileFieldName;
  label: string;
  optional?: boolean;
  hint?: string;
}

export type ProfileField = Described &
  (
    | { kind: "line"; type?: HTMLInputTypeAttribute; autoComplete?: string }
    | { kind: "prose" }
    /** Entered with commas between. */
    | { kind: "list" }
    | { kind: "number"; min: number; max: number }
    /** `whole`: the chosen value goes out as a number. */
    | { kind: "choice"; placeholder?: string; options: readonly Option[]; whole?: boolean }
  );

export type ProfileFieldName = keyof ProfileValues;

const commas = "Separated by commas";
const optional = true;

/** What stands in the fields at first. */
export function toValues(profile: Profile): ProfileValues {
  const values = { ...emptyProfile };
  for (const name of Object.keys(values) as ProfileFieldName[]) {
    const value = profile[name];
    values[name] = Array.isArray(value) ? value.join(", ") : String(value ?? "");
  }
  return values;
}

/** The fields of a role, in the order in which they stand. */
export function listProfileFields(role: Role, values: ProfileValues): ProfileField[] {
  const choice = (options: readonly Option[], name: ProfileFieldName) =>
    includeOption(options, values[name]);
  const shared: ProfileField[] = [
    { name: "name", label: "Full Name", kind: "line", autoComplete: "name" },
    {
      name: "phoneNumber",
      label: "Phone Number",
      kind: "line",
      type: "tel",
      autoComplete: "tel",
      optional,
    },
    {
      name: "country",
      label: "Country",
      kind: "choice",
      placeholder: "Select your country",
      options: choice(listCountryOptions(), "country"),
    },
    {
      name: "timeZone",
      label: "Time Zone",
      kind: "choice",
      options: choice(listZoneOptions(), "timeZone"),
    },
    {
      name: "gender",
      label: "Gender",
      kind: "choice",
      placeholder: "Select your gender",
      options: genderOptions,
      optional,
    },
    {
      name: "quranLevel",
      label: "Quran Level",
      kind: "choice",
      placeholder: "Select your level",
      options: choice(levelOptions[role], "quranLevel"),
      optional,
    },
    { name: "nativeLanguage", label: "Native Language", kind: "line", optional },
    { name: "spokenLanguages", label: "Spoken Languages", kind: "list", hint: commas, optional },
  ];
  return [...shared, ...(role === "teacher" ? listTeacherFields(choice) : studentFields)];
}

const studentFields: ProfileField[] = [
  { name: "age", label: "Age", kind: "number", min: minimumAge, max: maximumAge, optional },
  { name: "learningGoals", label: "Learning Goals", kind: "list", hint: commas, optional },
  {
    name: "parentGuardianName",
    label: "Parent or Guardian Name",
    kind: "line",
    hint: `Needed for students under ${guardianAge} before they pay for a course`,
    optional,
  },
  {
    name: "parentGuardianContact",
    label: "Parent or Guardian Contact",
    kind: "line",
    hint: "A phone number or an email address",
    optional,
  },
];

type Choose = (options: readonly Option[], name: ProfileFieldName) => Option[];

const listTeacherFields = (choice: Choose): ProfileField[] => [
  {
    name: "yearsOfExperience",
    label: "Years of Experience",
    kind: "choice",
    whole: true,
    placeholder: "Select your experience",
    options: choice(yearsOptions, "yearsOfExperience"),
    optional,
  },
  {
    name: "hourlyRate",
    label: "Hourly Rate (USD)",
    kind: "choice",
    whole: true,
    placeholder: "Select your rate",
    options: choice(rateOptions, "hourlyRate"),
    optional,
  },
  { name: "specializations", label: "Specializations", kind: "list", hint: commas, optional },
  { name: "bio", label: "Bio", kind: "prose", hint: "What students should know of you", optional },
];

/** What the schema takes: lists are split, numbers are whole, and what was emptied is null. */
export function toUpdate(
  fields: readonly ProfileField[],
  values: ProfileValues,
): Record<string, unknown> {
  return Object.fromEntries(fields.map((field) => [field.name, readField(field, values)]));
}

function readField(field: ProfileField, values: ProfileValues): unknown {
  const text = values[field.name].trim();
  if (field.kind === "list") return splitList(text);
  if (field.kind === "number" || (field.kind === "choice" && field.whole)) {
    const number = Number.parseInt(text, 10);
    return Number.isNaN(number) ? null : number;
  }
  return text === "" && field.optional ? null : text;
}
