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

/** Whether the runtime supports this IANA zone name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return !/^[+-]/.test(name);
  } catch {
    return false;
  }
}

/**
 * Converts a label of the specification, or an IANA name, to an IANA zone; undefined if it is
 * neither.
 */
export function toTimeZone(labelOrName: string): string | undefined {
  const listed = listedTimeZones.find(({ label }) => label === labelOrName);
  if (listed) return listed.zone;
  return isTimeZone(labelOrName) ? labelOrName : undefined;
}

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
