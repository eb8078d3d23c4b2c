/** The time zones that forms offer, in groups, with names in the language of the page. */
import { getTexts, type TimeZonesTexts } from "#translations/time-zones.ts";
import { currentZoneName, listedTimeZones } from "./time-zones.ts";
import { nameZone } from "./zone-names.ts";

const t = getTexts("timeZones");

export interface OfferedZone {
  zone: string;
  label: string;
  /** The heading of the option's group. */
  group: string;
}

const areas = [
  "Africa",
  "America",
  "Antarctica",
  "Arctic",
  "Asia",
  "Atlantic",
  "Australia",
  "Etc",
  "Europe",
  "Indian",
  "Pacific",
] as const satisfies (keyof TimeZonesTexts extends infer Key
  ? Key extends `area.${infer Area}`
    ? Area
    : never
  : never)[];

/** The heading of an area of IANA names. Returns areas that aren't known as they are. */
function nameArea(area: string): string {
  const known = areas.find((each) => each === area);
  return known ? t(`area.${known}`) : area;
}

/**
 * All zones that the runtime supports, with the specification's zones first.
 * @param own is added if the runtime doesn't list it ('UTC').
 */
export function listTimeZones(own = "UTC"): OfferedZone[] {
  const first = listedTimeZones.map(({ label, zone }) => ({
    zone: zone as string,
    label: `${label} · ${nameZone(zone)}`,
    group: t("common"),
  }));
  const names = [...Intl.supportedValuesOf("timeZone"), own].map(currentZoneName).sort();
  const others = [...new Set(names)]
    .filter((zone) => !first.some((listed) => listed.zone === zone))
    .map((zone) => {
      const [area = "", ...place] = zone.split("/");
      const isPlace = place.length > 0;
      return {
        zone,
        label: nameZone(isPlace ? place.join(" / ") : zone),
        group: isPlace ? nameArea(area) : t("other"),
      };
    });
  return [...first, ...others];
}
