/** Option lists of profile forms, in the shape that select fields expect. */

import { defaultLanguage } from "#lib/languages.ts";
import { listCountries } from "#lib/people/countries.ts";
import {
  experienceLabel,
  nameGender,
  nameLevel,
  nameStoredCountry,
} from "#lib/people/people.labels.ts";
import {
  genders,
  hourlyRates,
  type Role,
  studentQuranLevels,
  teacherQuranLevels,
  yearsOfExperience,
} from "#lib/people/people.options.ts";
import { getLocale } from "#lib/site/locale.ts";
import { listTimeZones } from "#lib/time/offered-zones.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import { getLanguage } from "#translations/runtime.ts";
import type { Option } from "../../ui/form/SelectField.tsx";

const plain = (value: string): Option => ({ value, label: value });

export const listGenderOptions = (): Option[] =>
  genders.map((value) => ({ value, label: nameGender(value) }));

const levels: Record<Role, readonly string[]> = {
  student: studentQuranLevels,
  teacher: teacherQuranLevels,
};

export const listLevelOptions = (role: Role): Option[] =>
  levels[role].map((value) => ({ value, label: nameLevel(value) }));

export const listYearsOptions = (): Option[] =>
  yearsOfExperience.map((value) => ({
    value: String(value),
    label: experienceLabel(value) ?? "",
  }));

export const rateOptions: readonly Option[] = hourlyRates.map((rate) => ({
  value: String(rate),
  label: `$${rate}`,
}));

export function listCountryOptions(): Option[] {
  const options = listCountries().map(({ name }) => ({
    value: name,
    label: nameStoredCountry(name),
  }));
  // The English list begins with the countries of the specification.
  if (getLanguage() === defaultLanguage) return options;
  const { compare } = new Intl.Collator(getLocale());
  return options.sort((one, other) => compare(one.label, other.label));
}

/** All time zones in groups, plus the browser's own if it isn't listed (such as 'UTC'). */
export function listZoneOptions(): Option[] {
  return listTimeZones(viewerZone()).map(({ zone, label, group }) => ({
    value: zone,
    label,
    group,
  }));
}

/** Adds a value that is in use but not in the list, so that the form doesn't lose it. */
export function includeOption(options: readonly Option[], value: string): Option[] {
  const known = value === "" || options.some((option) => option.value === value);
  return known ? [...options] : [plain(value), ...options];
}
