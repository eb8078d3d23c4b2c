/** What entries of the audit log have stored about a change, under names that are codes. */
import { appealResults } from "#lib/cases/cases.rules.ts";
import { formatExactPrice, toDollars } from "#lib/payments/money.ts";
import { staffRoles } from "#lib/staff/staff.rules.ts";
import { getTexts as getStaffTexts } from "#translations/staff.ts";
import { getTexts } from "#translations/staff-log.ts";

const t = getTexts("staffLog");
const ofStaff = getStaffTexts("staff");

const knownFacts = [
  ...(["role", "before", "after", "outcome", "about", "subjectId", "until"] as const),
  ...(["refundStudents", "case", "scope", "document", "kind", "view", "minutes"] as const),
  ...(["by", "method", "rows", "query", "disputeId", "amountCents", "owedCents"] as const),
  ...(["leftCents", "reference", "refundId", "teacherKeepsShare", "reason"] as const),
  ...(["recipients", "revision", "subject", "language", "invoiceId"] as const),
  ...(["appeal", "suspension"] as const),
];

/** What became of a decision that was appealed, and of its suspension. */
const codes = [...appealResults, "ended", "replaced"] as const;

/** The name of a fact; undefined for those that an earlier version has stored. */
export function nameFact(name: string): string | undefined {
  const known = knownFacts.find((each) => each === name);
  return known && t(`detail.${known}`);
}

/** A fact as people read it; undefined if only its stored form describes it. */
export function readFact(name: string, value: unknown): string | undefined {
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (typeof value === "number") {
    return name.endsWith("Cents") ? formatExactPrice(toDollars(value)) : String(value);
  }
  if (name === "appeal" || name === "suspension") {
    const code = codes.find((each) => each === value);
    return code && t(`code.${code}`);
  }
  const role = staffRoles.find((each) => each === value);
  return role && ofStaff(`role.${role}`);
}

/** A fact as it is stored. Codes in a list are separated by commas. */
export function showFact(value: unknown): string {
  if (typeof value === "string") return value;
  const isList = Array.isArray(value) && value.every((each) => typeof each === "string");
  return isList ? value.join(", ") : JSON.stringify(value);
}
