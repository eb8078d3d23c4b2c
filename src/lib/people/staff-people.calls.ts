import { getTexts } from "#translations/staff-people.ts";
import { getTexts as getViewTexts } from "#translations/staff-views.ts";
import { requireObject } from "../client/readers.ts";
import { callStaff } from "../staff/staff.calls.ts";
import type { StartedView } from "../staff/staff.responses.ts";
import type { ViewInput } from "../staff/staff.ts";
import type {
  ReinstatementInput,
  SuspensionEndInput,
  SuspensionInput,
  WarningInput,
} from "../suspensions/suspensions.ts";
import type { StaffPerson } from "./staff-people.responses.ts";

const t = getTexts("staffPeople");
const views = getViewTexts("staffViews");

const pathOf = (userId: string) => `/people/${encodeURIComponent(userId)}`;

export async function fetchStaffPerson(userId: string): Promise<StaffPerson> {
  return requireObject<StaffPerson>(await callStaff(pathOf(userId)));
}

/** Starts to view the site as a person. */
export async function startView(body: ViewInput): Promise<StartedView> {
  const request = { method: "POST", body, fallback: views("failed") } as const;
  return requireObject<StartedView>(await callStaff("/views", request));
}

/** Moves the end of a person's suspension. */
export async function changeSuspensionEnd(userId: string, body: SuspensionEndInput): Promise<void> {
  const path = `${pathOf(userId)}/suspension-end`;
  await callStaff(path, { method: "PUT", body, fallback: t("failed") });
}

/** Suspends, reinstates or warns a person. */
export async function changePerson(
  userId: string,
  change: "suspend" | "reinstate" | "warn",
  body: { reason: string } & Partial<SuspensionInput & WarningInput & ReinstatementInput>,
): Promise<void> {
  const path = `${pathOf(userId)}/${change}`;
  await callStaff(path, { method: "POST", body, fallback: t("failed") });
}
