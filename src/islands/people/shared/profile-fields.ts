/** Definitions of the profile fields for registration and settings, in display order. */
import type { HTMLInputTypeAttribute } from "react";
import { guardianAge, maxAge, minAge, type Role } from "#lib/people/people.options.ts";
import { splitList } from "#lib/text/lists.ts";
import { getTexts as getFactTexts } from "#translations/profile-facts.ts";
import { getTexts } from "#translations/profiles.ts";
import type { Option } from "../../ui/form/SelectField.tsx";
import {
  includeOption,
  listCountryOptions,
  listGenderOptions,
  listLevelOptions,
  listYearsOptions,
  listZoneOptions,
  rateOptions,
} from "./person-options.ts";
import {
  listCertificateRows,
  listEducationRows,
  type RowsField,
  readRows,
} from "./profile-rows.ts";
import type { ProfileTextValues, ProfileValues } from "./profile-values.ts";

const t = getTexts("profiles");
const facts = getFactTexts("profileFacts");

export type ProfileTextName = keyof ProfileTextValues;

interface Described {
  name: ProfileTextName;
  label: string;
  optional?: boolean;
  /** Optional for everyone but children. */
  requiredFromChildren?: boolean;
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
const requiredFromChildren = true;
const wide = true;

const listPerson = (role: Role): ProfileField[] => [
  {
    name: "name",
    label: facts("field.name"),
    kind: "line",
    autoComplete: "name",
    // Parents sign up with their own name.
    ...(role === "student" && { hint: t("field.nameHint") }),
  },
  {
    name: "gender",
    label: facts("field.gender"),
    kind: "choice",
    placeholder: t("field.chooseGender"),
    options: listGenderOptions(),
    optional,
  },
  {
    name: "phoneNumber",
    label: facts("field.phone"),
    kind: "line",
    type: "tel",
    autoComplete: "tel",
    optional,
  },
];

const listLanguages = (): ProfileField[] => [
  { name: "nativeLanguage", label: facts("field.nativeLanguage"), kind: "line", optional },
  {
    name: "spokenLanguages",
    label: facts("field.spokenLanguages"),
    kind: "list",
    hint: t("field.commas"),
    optional,
  },
];

/** Keeps a selected value that is no longer in the option list. */
const listPlaces = (values: ProfileValues): ProfileField[] => [
  {
    name: "country",
    label: facts("field.country"),
    kind: "choice",
    placeholder: t("field.chooseCountry"),
    autoComplete: "country-name",
    options: includeOption(listCountryOptions(), values.country),
  },
  {
    name: "timeZone",
    label: facts("field.timeZone"),
    kind: "choice",
    placeholder: t("field.chooseTimeZone"),
    options: includeOption(listZoneOptions(), values.timeZone),
  },
];

const levelField = (role: Role, values: ProfileValues): ProfileField => ({
  name: "quranLevel",
  label: facts("field.level"),
  kind: "choice",
  placeholder: t("field.chooseLevel"),
  options: includeOption(listLevelOptions(role), values.quranLevel),
  optional,
});

const listStudies = (values: ProfileValues): ProfileField[] => [
  levelField("student", values),
  {
    name: "age",
    label: facts("field.age"),
    kind: "number",
    min: minAge,
    max: maxAge,
    hint: t("field.ageHint"),
    optional,
  },
  {
    name: "learningGoals",
    label: facts("field.goals"),
    kind: "list",
    hint: t("field.goalsHint"),
    wide,
    optional,
  },
  {
    name: "preferredTeachingMethods",
    label: facts("field.methods"),
    kind: "list",
    hint: t("field.methodsHint"),
    wide,
    optional,
  },
];

const listGuardian = (): ProfileField[] => [
  {
    name: "parentGuardianName",
    label: t("field.guardianName"),
    kind: "line",
    optional,
    requiredFromChildren,
  },
  {
    name: "parentGuardianContact",
    label: t("field.guardianContact"),
    kind: "line",
    hint: t("field.guardianContactHint"),
    optional,
    requiredFromChildren,
  },
];

const listTeaching = (values: ProfileValues): ProfileField[] => [
  levelField("teacher", values),
  {
    name: "yearsOfExperience",
    label: facts("field.experience"),
    kind: "choice",
    whole: true,
    placeholder: t("field.chooseExperience"),
    options: includeOption(listYearsOptions(), values.yearsOfExperience),
    optional,
  },
  {
    name: "hourlyRate",
    label: t("field.rate"),
    kind: "choice",
    whole: true,
    placeholder: t("field.chooseRate"),
    options: includeOption(rateOptions, values.hourlyRate),
    optional,
  },
  {
    name: "specializations",
    label: facts("field.specializations"),
    kind: "list",
    hint: t("field.specializationsHint"),
    optional,
  },
  {
    name: "bio",
    label: facts("field.bio"),
    kind: "prose",
    hint: t("field.bioHint"),
    wide,
    optional,
  },
];

/** The fields of a role, in groups and in display order. */
export function listProfileFields(role: Role, values: ProfileValues): ProfileFieldGroup[] {
  const shared: ProfileFieldGroup[] = [
    { title: t("group.person"), fields: listPerson(role) },
    {
      title: t("group.place"),
      intro: t("group.placeIntro"),
      fields: listPlaces(values),
    },
    { title: t("group.languages"), fields: listLanguages() },
  ];
  if (role === "teacher") {
    return [
      ...shared,
      { title: t("group.teaching"), fields: listTeaching(values) },
      {
        title: t("group.qualifications"),
        intro: t("group.qualificationsIntro"),
        fields: [listCertificateRows(), listEducationRows()],
      },
    ];
  }
  return [
    ...shared,
    { title: t("group.studies"), fields: listStudies(values) },
    {
      title: t("group.guardian"),
      intro: t("group.guardianIntro", { age: guardianAge }),
      fields: listGuardian(),
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
