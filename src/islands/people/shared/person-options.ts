/** The option lists of forms about people, as select fields take them. */
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
import { viewerZone } from "#lib/time/format-time.ts";
import { listTimeZones } from "#lib/time/time-zones.ts";
import type { Option } from "../../ui/SelectField.tsx";

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

/** All zones under their headings, and the browser's own where lists don't have it ('UTC'). */
export function listZoneOptions(): Option[] {
  return listTimeZones(viewerZone()).map(({ zone, label, group }) => ({
    value: zone,
    label,
    group,
  }));
}

/** The list with a value that is in use but not on it, so that a form doesn't lose it. */
export function includeOption(options: readonly Option[], value: string): Option[] {
  const known = value === "" || options.some((option) => option.value === value);
  return known ? [...options] : [plain(value), ...options];
}
