/** Option lists of profile forms, in the shape that select fields expect. */
import { listCountries } from "#lib/people/countries.ts";
import {
  experienceOptions,
  genderLabels,
  genders,
  hourlyRates,
  type Role,
  studentQuranLevels,
  teacherQuranLevels,
} from "#lib/people/people.options.ts";
import { listTimeZones } from "#lib/time/time-zones.ts";
import { viewerZone } from "#lib/time/viewer-zone.ts";
import type { Option } from "../../ui/form/SelectField.tsx";

const plain = (value: string): Option => ({ value, label: value });

export const genderOptions: readonly Option[] = genders.map((value) => ({
  value,
  label: genderLabels[value],
}));

export const levelOptions: Record<Role, readonly Option[]> = {
  student: studentQuranLevels.map(plain),
  teacher: teacherQuranLevels.map(plain),
};

export const yearsOptions: readonly Option[] = experienceOptions.map(({ value, label }) => ({
  value: String(value),
  label,
}));

export const rateOptions: readonly Option[] = hourlyRates.map((rate) => ({
  value: String(rate),
  label: `$${rate}`,
}));

export const listCountryOptions = (): Option[] => listCountries().map(({ name }) => plain(name));

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
