import { getTexts } from "#translations/staff-people.ts";
import { requireObject } from "../client/readers.ts";
import { callStaff } from "../staff/staff.calls.ts";
import type { StaffPerson } from "./staff-people.responses.ts";

const t = getTexts("staffPeople");

const pathOf = (userId: string) => `/people/${encodeURIComponent(userId)}`;

export async function fetchStaffPerson(userId: string): Promise<StaffPerson> {
  return requireObject<StaffPerson>(await callStaff(pathOf(userId)));
}

/** Suspends, reinstates or warns a person. */
export async function changePerson(
  userId: string,
  change: "suspend" | "reinstate" | "warn",
  body: { reason: string; until?: string; refundStudents?: boolean },
): Promise<void> {
  const path = `${pathOf(userId)}/${change}`;
  await callStaff(path, { method: "POST", body, fallback: t("failed") });
}
