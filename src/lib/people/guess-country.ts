import { currentZoneName } from "../time/time-zones.ts";
import { listCountries } from "./countries.ts";

/** Missing from TypeScript's types and from some browsers. */
type LocaleWithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined };

/** Looking up the zones of all countries takes a tenth of a second. */
const knownZones = new Map<string, string[]>();

function zonesOf(code: string): string[] {
  const locale: LocaleWithZones = new Intl.Locale(`und-${code}`);
  if (!locale.getTimeZones) return [];
  const zones = knownZones.get(code) ?? (locale.getTimeZones() ?? []).map(currentZoneName);
  knownZones.set(code, zones);
  return zones;
}

/**
 * Guesses the country, by its name in forms, from the browser's time zone. If several countries
 * share the zone or the browser doesn't support the lookup, the region of the language is used.
 * Undefined if neither helps.
 */
export function guessCountry(zone: string, languages: readonly string[]): string | undefined {
  const countries = listCountries();
  const current = currentZoneName(zone);
  const byZone = countries.filter(({ code }) => zonesOf(code).includes(current));
  const candidates = byZone.length > 0 ? byZone : countries;
  if (candidates.length === 1) return candidates[0]?.name;
  for (const language of languages) {
    const { region } = new Intl.Locale(language);
    const named = candidates.find(({ code }) => code === region);
    if (named) return named.name;
  }
  return undefined;
}
