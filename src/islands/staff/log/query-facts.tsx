/** The searches and filters of exports in the audit log, in words. */
import { caseKinds, caseViews } from "#lib/cases/cases.rules.ts";
import { staffCourseStates } from "#lib/courses/staff-courses.ts";
import { letterStatuses, suppressionReasons } from "#lib/letters/letters.rules.ts";
import { revenueGroups } from "#lib/payments/revenue.ts";
import { staffPaymentStates } from "#lib/payments/staff-payments.ts";
import { personRoles, personStates } from "#lib/people/staff-people.ts";
import { planPaymentStates } from "#lib/plans/staff-plan-payments.ts";
import { type ExportKind, staffActionKinds } from "#lib/staff/staff-actions.ts";
import { formatCalendarDate } from "#lib/time/format-time.ts";
import { vettingViews } from "#lib/vetting/vetting.rules.ts";
import { getTexts as getStateTexts } from "#translations/payment-states.ts";
import { getTexts as getRevenueTexts } from "#translations/revenue.ts";
import { getTexts as getStaffTexts } from "#translations/staff.ts";
import { getTexts as getCaseTexts } from "#translations/staff-cases.ts";
import { getTexts as getCourseTexts } from "#translations/staff-courses.ts";
import { getTexts as getLetterTexts } from "#translations/staff-letters.ts";
import { getTexts as getPaymentTexts } from "#translations/staff-payments.ts";
import { getTexts as getPeopleTexts } from "#translations/staff-people.ts";
import { getTexts as getPremiumTexts } from "#translations/staff-premium.ts";
import { getTexts as getVettingTexts } from "#translations/staff-vetting.ts";
import { type Fact, Facts, Stored } from "./Facts.tsx";
import { type ReadCode, word } from "./words.ts";

const ofStaff = getStaffTexts("staff");
const ofCases = getCaseTexts("staffCases");
const ofCourses = getCourseTexts("staffCourses");
const ofLetters = getLetterTexts("staffLetters");
const ofPayments = getPaymentTexts("staffPayments");
const ofPeople = getPeopleTexts("staffPeople");
const ofPremium = getPremiumTexts("staffPremium");
const ofRevenue = getRevenueTexts("revenue");
const ofVetting = getVettingTexts("staffVetting");
const states = getStateTexts("paymentStates");

interface Filter {
  name: () => string;
  read: ReadCode;
}

const asText: ReadCode = (value) => (typeof value === "string" ? value : undefined);
const asDate: ReadCode = (value) =>
  typeof value === "string" ? formatCalendarDate(value) : undefined;

/** The filters of each export. They are named as above its table. */
const filters: Readonly<Record<ExportKind, Readonly<Record<string, Filter>>>> = {
  "export-people": {
    role: {
      name: () => ofPeople("column.role"),
      read: word(personRoles, (role) => ofPeople(`role.${role}`)),
    },
    state: {
      name: () => ofPeople("column.state"),
      read: word(personStates, (state) => ofPeople(`state.${state}`)),
    },
  },
  "export-courses": {
    status: {
      name: () => ofCourses("column.state"),
      read: word(staffCourseStates, (state) => ofCourses(`state.${state}`)),
    },
  },
  "export-cases": {
    view: {
      name: () => ofCases("view.label"),
      read: word(caseViews, (view) => ofCases(`view.${view}`)),
    },
    kind: {
      name: () => ofCases("kind.label"),
      read: word(caseKinds, (kind) => ofCases(`kind.${kind}`)),
    },
  },
  "export-teachers": {
    view: {
      name: () => ofVetting("view.label"),
      read: word(vettingViews, (view) => ofVetting(`view.${view}`)),
    },
  },
  "export-payments": {
    status: { name: () => ofPayments("column.status"), read: word(staffPaymentStates, states) },
  },
  "export-premium": {
    status: {
      name: () => ofPremium("column.status"),
      read: word(planPaymentStates, (state) => ofPremium(`state.${state}`)),
    },
  },
  "export-payouts": {},
  "export-revenue": {
    by: {
      name: () => ofRevenue("by.label"),
      read: word(revenueGroups, (group) => ofRevenue(`by.${group}`)),
    },
    from: { name: () => ofRevenue("range.from"), read: asDate },
    to: { name: () => ofRevenue("range.to"), read: asDate },
  },
  "export-log": {
    kind: {
      name: () => ofStaff("log.action"),
      read: word(staffActionKinds, (kind) => ofStaff(`action.${kind}`)),
    },
  },
  "export-letters": {
    status: {
      name: () => ofLetters("column.status"),
      read: word(letterStatuses, (status) => ofLetters(`status.${status}`)),
    },
  },
  "export-suppressions": {
    reason: {
      name: () => ofLetters("suppressions.reasonLabel"),
      read: word(suppressionReasons, (reason) => ofLetters(`suppressions.reason.${reason}`)),
    },
  },
};

const search: Filter = { name: () => ofStaff("table.search"), read: asText };

const isExport = (kind: string): kind is ExportKind => Object.hasOwn(filters, kind);

/** The search and filters of an export. */
export function QueryFacts({ kind, query }: { kind: string; query: object }) {
  const facts = Object.entries(query).map(([key, value]): Fact => {
    const filter = key === "search" ? search : isExport(kind) ? filters[kind][key] : undefined;
    const read = filter?.read(value);
    return {
      key,
      name: filter?.name(),
      value: read === undefined ? <Stored value={value} /> : <bdi>{read}</bdi>,
    };
  });
  return <Facts facts={facts} />;
}
