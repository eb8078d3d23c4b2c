/** The sections of the console, in order. Their names are `section.<name>` in the texts of `staff`. */
import type { IconName } from "../site/page-icons.ts";
import { hasStaffRole, type StaffRole, staffPath } from "./staff.rules.ts";
import type { StaffSubjectKind } from "./staff-actions.ts";

export interface StaffSection {
  name: string;
  path: `/staff${string}`;
  icon: IconName;
  /** Who may open the section, besides owners. */
  roles: readonly StaffRole[] | "any";
}

export const staffSections = [
  { name: "today", path: staffPath, icon: "home", roles: "any" },
  { name: "people", path: "/staff/people", icon: "people", roles: ["moderator", "support"] },
  { name: "courses", path: "/staff/courses", icon: "play", roles: ["moderator", "support"] },
  { name: "cases", path: "/staff/cases", icon: "chat", roles: ["moderator", "support"] },
  { name: "teachers", path: "/staff/teachers", icon: "check", roles: ["moderator"] },
  { name: "payments", path: "/staff/payments", icon: "receipt", roles: ["bookkeeper", "support"] },
  { name: "payouts", path: "/staff/payouts", icon: "wallet", roles: ["bookkeeper"] },
  { name: "revenue", path: "/staff/revenue", icon: "chart", roles: ["bookkeeper"] },
  { name: "letters", path: "/staff/letters", icon: "mail", roles: ["support"] },
  { name: "settings", path: "/staff/settings", icon: "gear", roles: ["moderator"] },
  { name: "log", path: "/staff/log", icon: "book", roles: "any" },
] as const satisfies readonly StaffSection[];

export type StaffSectionName = (typeof staffSections)[number]["name"];

/** The sections that a role may open. */
export function listSections(role: StaffRole) {
  return staffSections.filter(({ roles }) => hasStaffRole(role, roles));
}

/** The roles that may open a section. */
export function findRoles(name: StaffSectionName): StaffSection["roles"] {
  return staffSections.find((section) => section.name === name)?.roles ?? [];
}

/** The section to which a path belongs. @param path without the prefix of a language. */
export function findSection(path: string): (typeof staffSections)[number] | undefined {
  return staffSections.find(
    (section) =>
      path === section.path ||
      (section.path !== staffPath && path.startsWith(`${section.path}/`)) ||
      path === `${section.path}.csv`,
  );
}

/** The table of addresses that get no letters, which is exported like a section. */
export const suppressionsPath = "/staff/letters/suppressions";

/** The table of payments for Premium, which is exported like a section. */
export const premiumPath = "/staff/payments/premium";

/** The tables that are exported like sections. */
const tablePaths: Readonly<Record<string, string>> = {
  suppressions: suppressionsPath,
  premium: premiumPath,
};

/** The pages of the console about the subjects of each kind. */
const subjectPaths: Record<StaffSubjectKind, (id: string) => string | undefined> = {
  person: (id) => `/staff/people/${id}`,
  staff: (id) => `/staff/people/${id}`,
  course: (id) => `/staff/courses/${id}`,
  case: (id) => `/staff/cases/${id}`,
  payment: (id) => `/staff/payments/${id}`,
  letter: (id) => `/staff/letters/${id}`,
  setting: () => "/staff/settings",
  suppression: () => suppressionsPath,
  section: (id) => tablePaths[id] ?? staffSections.find(({ name }) => name === id)?.path,
  job: () => undefined,
};

/** The page of the console about a subject. Undefined if there is none. */
export const findSubjectPath = (kind: StaffSubjectKind, id: string): string | undefined =>
  subjectPaths[kind](encodeURIComponent(id));
