/** The names of what entries of the audit log are about. */
import { getTexts } from "#translations/staff.ts";
import { getTexts as getLetterTexts } from "#translations/staff-letters.ts";
import { getTexts as getPremiumTexts } from "#translations/staff-premium.ts";
import { nameSetting } from "../settings/setting-names.ts";
import type { StaffLogEntry } from "./staff.responses.ts";
import { staffSections } from "./staff-navigation.ts";

const t = getTexts("staff");
const ofLetters = getLetterTexts("staffLetters");
const ofPremium = getPremiumTexts("staffPremium");

type Entry = Pick<StaffLogEntry, "subjectKind" | "subjectId" | "subjectName">;

/** The name of what an entry is about, if it has one in the interface. */
export function nameSubject({ subjectKind, subjectId, subjectName }: Entry): string | null {
  if (subjectName !== null) return subjectName;
  if (subjectKind === "setting") return nameSetting(subjectId) ?? null;
  if (subjectKind !== "section") return null;
  if (subjectId === "suppressions") return ofLetters("suppressions.title");
  if (subjectId === "premium") return ofPremium("title");
  const section = staffSections.find(({ name }) => name === subjectId);
  return section ? t(`section.${section.name}`) : null;
}
