/** Titles, and the first parts of names that only make sense with the word after them. */
const joinedToNext =
  /^(?:(?:(?:ustadha?|sheikha?|shaykha?|imam|hafiza?|qaria?|dr|mr|mrs|ms)\.?|ab[ud]|abd[aeu][lnrs]|umm?|عبد|أبو|أم)\s+)+/iu;

/** What an email calls a person: the first name, with a title or "Abdul" before it if there is one. */
export function firstNameOf(name: string): string {
  const whole = name.trim();
  const start = joinedToNext.exec(whole)?.[0] ?? "";
  return start + (whole.slice(start.length).split(/\s+/u)[0] ?? "");
}
