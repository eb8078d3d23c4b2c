/** Who runs the site, and what they may do. */
import { AppError } from "#lib/errors.ts";
import {
  hasStaffRole,
  type StaffRole,
  secondFactorField,
  secondFactorHours,
} from "#lib/staff/staff.rules.ts";
import { getTexts } from "#translations/translate.ts";
import type { Actor } from "../actor.ts";

const t = getTexts("staff");
const http = getTexts("http");

/** A member of staff who entered their second factor in this session. */
export interface StaffMember {
  userId: string;
  name: string;
  role: StaffRole;
}

const lifetimeMs = secondFactorHours * 60 * 60 * 1_000;

/** Whether the session has a second factor that still counts. */
export function hasSecondFactor({ staff }: Pick<Actor, "staff">): boolean {
  const since = staff?.secondFactorAt;
  return since != null && since.getTime() + lifetimeMs > Date.now();
}

/** The error for everyone who isn't staff, the same as for a call that doesn't exist. */
export const hiddenCall = (): AppError => new AppError("not_found", http("endpointNotFound"));

/**
 * Returns the member of staff if they have one of the roles. Owners always do, and without roles any
 * member of staff does.
 * @throws AppError `not_found` for people who aren't staff; `unauthenticated`, naming the field
 * `secondFactor`, if this session lacks the second factor; `forbidden` for another role.
 */
export function requireStaff(actor: Actor, ...roles: StaffRole[]): StaffMember {
  const { staff, userId, name } = actor;
  if (!staff || actor.app !== undefined) throw hiddenCall();
  if (!hasSecondFactor(actor)) {
    const message = t("server.error.secondFactorNeeded");
    const fields = [{ field: secondFactorField, message }];
    throw new AppError("unauthenticated", message, { fields });
  }
  if (!hasStaffRole(staff.role, roles.length === 0 ? "any" : roles)) {
    throw new AppError("forbidden", t("server.error.otherRole"));
  }
  return { userId, name, role: staff.role };
}
