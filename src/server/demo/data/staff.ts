import type { StaffRole } from "#lib/staff/staff.rules.ts";

interface DemoStaff {
  key: string;
  name: string;
  role: StaffRole;
}

/** The people who run the demo's site. They have no profiles. */
export const demoStaff: readonly DemoStaff[] = [
  { key: "staff", name: "Maryam Osman", role: "owner" },
  { key: "moderator", name: "Tariq Hamdan", role: "moderator" },
  { key: "bookkeeper", name: "Leila Benali", role: "bookkeeper" },
];
