/**
 * Time zones of profiles. What is stored is always an IANA name; the specification's nine labels
 * are accepted too and stand for the zone of most people who would choose them.
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

/** Every zone the runtime knows, the listed ones first. */
export function listTimeZones(): { zone: string; label: string }[] {
  const first: { zone: string; label: string }[] = listedTimeZones.map(({ label, zone }) => ({
    zone,
    label: `${label} · ${zone.replaceAll("_", " ")}`,
  }));
  const known = new Set(first.map(({ zone }) => zone));
  const others = Intl.supportedValuesOf("timeZone")
    .filter((zone) => !known.has(zone))
    .map((zone) => ({ zone, label: zone.replaceAll("_", " ") }));
  return [...first, ...others];
}
