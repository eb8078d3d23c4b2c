/**
 * Names of time zones. English uses the IANA name, as in 'Africa/Cairo'; other languages use the name
 * that `Intl` knows, such as 'heure : Égypte'.
 */
import { getLanguage } from "#translations/runtime.ts";
import { defaultLanguage } from "../languages.ts";
import { getLocale } from "../site/locale.ts";

/** A zone that is named after a place. Others, such as 'UTC', have the same name everywhere. */
const isPlace = (zone: string): boolean => zone.includes("/") && !zone.startsWith("Etc/");

const known = new Map<string, string>();

/** The name of an IANA zone in the language of the page. */
export function nameZone(zone: string): string {
  const plain = zone.replaceAll("_", " ");
  if (getLanguage() === defaultLanguage || !isPlace(zone)) return plain;
  const key = `${getLocale()} ${zone}`;
  const name = known.get(key) ?? readName(zone) ?? plain;
  known.set(key, name);
  return name;
}

function readName(timeZone: string): string | undefined {
  for (const timeZoneName of ["shortGeneric", "longGeneric"] as const) {
    const format = new Intl.DateTimeFormat(getLocale(), { timeZone, timeZoneName });
    const name = format.formatToParts(0).find(({ type }) => type === "timeZoneName")?.value;
    // Abbreviations and offsets, such as 'EET' and 'GMT+2', don't name a place.
    if (name && !/^[A-Z]{2,5}$|[+\d]/.test(name)) return name;
  }
  return undefined;
}
