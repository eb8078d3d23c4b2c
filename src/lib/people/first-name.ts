/** Titles, and name parts that are incomplete without the next word. */
const joinedToNext =
  /^(?:(?:(?:ustadha?|sheikha?|shaykha?|imam|hafiza?|qaria?|dr|mr|mrs|ms)\.?|ab[ud]|abd[aeu][lnrs]|umm?|عبد|أبو|أم)\s+)+/iu;

/**
 * The name that emails use in a greeting: the first name, including a title or "Abdul" before it.
 */
export function firstNameOf(name: string): string {
  const whole = name.trim();
  const start = joinedToNext.exec(whole)?.[0] ?? "";
  return start + (whole.slice(start.length).split(/\s+/u)[0] ?? "");
}
