/**
 * Time zones of profiles. The stored value is always an IANA name. The specification's nine labels
 * are accepted too. Each stands for the zone of most people who would choose it.
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

/** Zones that browsers still report under a former name. */
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

/** Zones with a fixed offset, which some computers use. `supportedValuesOf` omits them. */
const fixedOffsets = Array.from({ length: 27 }, (_, index) => index - 14)
  .filter((hours) => hours !== 0)
  .map((hours) => `Etc/GMT${hours > 0 ? "+" : ""}${hours}`);
const known = new Set(
  [...Intl.supportedValuesOf("timeZone"), "UTC", ...fixedOffsets].map(currentZoneName),
);

/** A zone under its current name; undefined if it is unknown or spelled differently. */
export function findKnownZone(value: string): string | undefined {
  const name = currentZoneName(value);
  return known.has(name) ? name : undefined;
}

/** The name of a zone that may be given as an alias, or in upper or lower case. */
function resolveZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

/**
 * Converts a label of the specification, or a name that the runtime supports, to the current name of
 * an IANA zone; undefined if it is neither. The runtime supports more names than other readers of a
 * stored zone: Temporal rejects `PST`, and PostgreSQL rejects `MIT`, so one person's profile would
 * break queries about many people.
 */
export function toTimeZone(labelOrName: string): string | undefined {
  const listed = listedTimeZones.find(({ label }) => label === labelOrName);
  if (listed) return listed.zone;
  const resolved = resolveZone(labelOrName);
  return resolved === undefined ? undefined : findKnownZone(resolved);
}
