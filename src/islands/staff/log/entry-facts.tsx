/** What entries of the audit log have stored about a change, under names that are codes. */
import type { ReactNode } from "react";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { appealResults, caseOutcomes, caseSubjects } from "#lib/cases/cases.rules.ts";
import { isLanguage, languageFacts } from "#lib/languages.ts";
import { letterKinds, letterStatuses, suppressionReasons } from "#lib/letters/letters.rules.ts";
import { evidenceFileKinds } from "#lib/payments/dispute-evidence.rules.ts";
import { formatExactPrice, toDollars } from "#lib/payments/money.ts";
import { localizePath } from "#lib/site/locale.ts";
import type { StaffLogEntry } from "#lib/staff/staff.responses.ts";
import { staffRoles } from "#lib/staff/staff.rules.ts";
import type { StaffActionKind, StaffSubjectKind } from "#lib/staff/staff-actions.ts";
import { findSubjectPath } from "#lib/staff/staff-navigation.ts";
import { formatCount } from "#lib/text/format-count.ts";
import { formatCalendarDate } from "#lib/time/format-time.ts";
import { documentKinds, vettingScopes } from "#lib/vetting/vetting.rules.ts";
import { getTexts as getDisputeTexts } from "#translations/disputes.ts";
import { getTexts as getStaffTexts } from "#translations/staff.ts";
import { getTexts as getCaseTexts } from "#translations/staff-cases.ts";
import { getTexts as getLetterTexts } from "#translations/staff-letters.ts";
import { getTexts } from "#translations/staff-log.ts";
import { getTexts as getVettingTexts } from "#translations/staff-vetting.ts";
import { type Fact, Facts, Stored } from "./Facts.tsx";
import { QueryFacts } from "./query-facts.tsx";
import { readSetting } from "./setting-facts.tsx";
import { word, words } from "./words.ts";

const t = getTexts("staffLog");
const ofStaff = getStaffTexts("staff");
const ofCases = getCaseTexts("staffCases");
const ofDisputes = getDisputeTexts("disputes");
const ofLetters = getLetterTexts("staffLetters");
const ofVetting = getVettingTexts("staffVetting");

type Entry = Pick<StaffLogEntry, "kind" | "subjectKind" | "subjectId" | "details">;

const knownFacts = [
  ...(["role", "before", "after", "outcome", "about", "subjectId", "until"] as const),
  ...(["refundStudents", "case", "scope", "document", "kind", "view", "minutes"] as const),
  ...(["by", "method", "rows", "query", "disputeId", "amountCents", "owedCents"] as const),
  ...(["leftCents", "reference", "refundId", "teacherKeepsShare", "reason"] as const),
  ...(["recipients", "revision", "subject", "language", "invoiceId"] as const),
  ...(["appeal", "suspension", "suspendedUntil", "added", "removed", "job"] as const),
];
type KnownFact = (typeof knownFacts)[number];

const role = word(staffRoles, (each) => ofStaff(`role.${each}`));
const outcome = word(caseOutcomes, (each) => ofCases(`decision.${each}`));
const letterStatus = word(letterStatuses, (each) => ofLetters(`status.${each}`));
const scopes = words(word(vettingScopes, (each) => ofVetting(`scope.${each}`)));
const fileKind = word(evidenceFileKinds, (each) => ofDisputes(`file.kind.${each}`));

/** How facts are read, where their value alone doesn't show it. */
const readers: Partial<Record<KnownFact, (value: unknown, entry: Entry) => ReactNode>> = {
  role,
  outcome,
  before: (value, entry) => readBefore(value, entry),
  after: (value, { subjectId }) => readSetting(subjectId, value),
  about: word(caseSubjects, (each) => ofCases(`subject.${each}`)),
  until: readMoment,
  suspendedUntil: readMoment,
  scope: scopes,
  subjectId: (value, { details }) =>
    details?.about === "payment" && <RowLink kind="payment" id={value} />,
  case: (value) => <RowLink kind="case" id={value} />,
  kind: (value, { kind }) =>
    kind === "open-document"
      ? word(documentKinds, (each) => ofVetting(`documentKind.${each}`))(value)
      : word(letterKinds, (each) => ofLetters(`kind.${each}`))(value),
  by: word(["staff", "time", "replaced"], (each) => t(`end.${each}`)),
  method: word(["authenticator", "passkey", "recovery-code"], (each) => t(`method.${each}`)),
  query: (value, { kind }) =>
    typeof value === "object" && value !== null && <QueryFacts kind={kind} query={value} />,
  reason: word(suppressionReasons, (each) => ofLetters(`suppressions.reason.${each}`)),
  subject: (value) => typeof value === "string" && <bdi>{value}</bdi>,
  reference: (value) => typeof value === "string" && <bdi>{value}</bdi>,
  language: (value) => isLanguage(value) && languageFacts[value].name,
  appeal: word(appealResults, (each) => t(`code.${each}`)),
  suspension: word(["ended", "replaced"], (each) => t(`code.${each}`)),
  added: fileKind,
  removed: fileKind,
};

/** What something was before the change. */
const readersOfBefore: Partial<Record<StaffActionKind, (value: unknown) => ReactNode>> = {
  "add-staff": role,
  "decide-case": outcome,
  "change-suspension": readMoment,
  "withdraw-verification": (value) => {
    if (typeof value !== "object" || value === null) return;
    return <Facts facts={listFacts({ kind: "verify-teacher", details: { ...value } })} />;
  },
  "pause-letter": letterStatus,
  "continue-letter": letterStatus,
  "stop-letter": letterStatus,
};

function readBefore(value: unknown, { kind, subjectId }: Entry): ReactNode {
  if (kind === "change-setting") return readSetting(subjectId, value);
  return readersOfBefore[kind]?.(value);
}

/** The database doesn't keep the order in which facts were stored. */
const positionOf = (key: string): number => {
  const position = (knownFacts as readonly string[]).indexOf(key);
  return position === -1 ? knownFacts.length : position;
};

/** The facts of an entry, in words. */
export function listFacts(
  entry: Pick<Entry, "kind" | "details"> & Partial<Entry>,
): readonly Fact[] {
  const { kind, details } = entry;
  return Object.entries(details ?? {})
    .filter(([, value]) => value !== null || kind === "change-setting")
    .toSorted(([first], [second]) => positionOf(first) - positionOf(second))
    .map(([key, value]) => {
      const known = knownFacts.find((each) => each === key);
      const read =
        known &&
        readFact(known, value, { subjectKind: null, subjectId: "", ...entry, kind, details });
      return { key, name: known && t(`detail.${known}`), value: read || <Stored value={value} /> };
    });
}

function readFact(name: KnownFact, value: unknown, entry: Entry): ReactNode {
  const read = readers[name];
  if (read) return read(value, entry);
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  if (typeof value !== "number") return;
  return name.endsWith("Cents") ? formatExactPrice(toDollars(value)) : formatCount(value);
}

/** A day, or an instant. */
function readMoment(value: unknown): ReactNode {
  if (typeof value !== "string") return;
  return value.includes("T") ? <LocalTime instant={value} /> : formatCalendarDate(value);
}

/** A link to the console's page of a row. */
function RowLink({ kind, id }: { kind: StaffSubjectKind; id: unknown }) {
  if (typeof id !== "string") return <Stored value={id} />;
  return (
    <a className="link" href={localizePath(findSubjectPath(kind, id) ?? "")}>
      <Stored value={id} />
    </a>
  );
}
