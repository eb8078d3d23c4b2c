/**
 * Time zones of profiles. The stored value is always an IANA name. The specification's nine labels
 * are accepted too, and mean the zone of most people who would choose them.
 */
export const listedTimeZones = [
  { label: "GMT-8", zone: "America/Los_Angeles" },
  { label: "GMT-7", zone: "America/Denver" },
  { label: "GMT-6", zone: "America/Chicago" },
  { label: "GMT-5", zone: "America/New_York" },
  { label: "GMT+0", zone: "Europe/London" },
  { label: "GMT+1", zone: "Europe/Paris" },
  { label: "GMT+3", zone: "Asia/Riyadh" },
  { label: "GMT+5", zone: "Asia/Karachi" },
  { label: "GMT+5:30", zone: "Asia/Kolkata" },
] as const;

/** Whether the runtime knows the zone by this IANA name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

/** The IANA zone of a label of the specification or of an IANA name; undefined when it is neither. */
export function toTimeZone(labelOrName: string): string | undefined {
  const listed = listedTimeZones.find(({ label }) => label === labelOrName);
  if (listed) return listed.zone;
  return isTimeZone(labelOrName) ? labelOrName : undefined;
}

/** Cities whose zones browsers still report under an old name. */
const newNames: Readonly<Record<string, string>> = {
  "Africa/Asmera": "Africa/Asmara",
  "America/Buenos_Aires": "America/Argentina/Buenos_Aires",
  "America/Godthab": "America/Nuuk",
  "Asia/Calcutta": "Asia/Kolkata",
  "Asia/Katmandu": "Asia/Kathmandu",
  "Asia/Rangoon": "Asia/Yangon",
  "Asia/Saigon": "Asia/Ho_Chi_Minh",
  "Atlantic/Faeroe": "Atlantic/Faroe",
  "Europe/Kiev": "Europe/Kyiv",
  "Pacific/Enderbury": "Pacific/Kanton",
  "Pacific/Ponape": "Pacific/Pohnpei",
  "Pacific/Truk": "Pacific/Chuuk",
};

/** The current name of a zone. */
export function currentZoneName(zone: string): string {
  return newNames[zone] ?? zone;
}

export interface OfferedZone {
  zone: string;
  label: string;
  /** The heading of its group. */
  group: string;
}

const spaced = (name: string): string => name.replaceAll("_", " ");

/**
 * Every zone the runtime knows, the listed ones first.
 * @param own is added where the runtime's list doesn't have it ('UTC').
 */
export function listTimeZones(own = "UTC"): OfferedZone[] {
  const first = listedTimeZones.map(({ label, zone }) => ({
    zone: zone as string,
    label: `${label} · ${spaced(zone)}`,
    group: "Common",
  }));
  const names = [...Intl.supportedValuesOf("timeZone"), own].map(currentZoneName).sort();
  const others = [...new Set(names)]
    .filter((zone) => !first.some((listed) => listed.zone === zone))
    .map((zone) => {
      const [area = "", ...place] = zone.split("/");
      const isPlace = place.length > 0;
      return {
        zone,
        label: spaced(isPlace ? place.join(" / ") : zone),
        group: isPlace ? area : "Other",
      };
    });
  return [...first, ...others];
}
