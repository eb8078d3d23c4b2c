/** Who runs the site, and what they may do. */
import { AppError, fieldError } from "#lib/errors.ts";
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
  const refusal = findRefusal(actor, roles);
  if (!staff || refusal) throw refusal ?? hiddenCall();
  return { userId, name, role: staff.role };
}

/** Whether `requireStaff` accepts the actor. */
export const isStaff = (actor: Actor, ...roles: StaffRole[]): boolean =>
  findRefusal(actor, roles) === undefined;

function findRefusal(actor: Actor, roles: readonly StaffRole[]): AppError | undefined {
  const { staff } = actor;
  if (!staff || actor.app !== undefined) return hiddenCall();
  if (!hasSecondFactor(actor)) {
    return fieldError("unauthenticated", secondFactorField, t("server.error.secondFactorNeeded"));
  }
  if (hasStaffRole(staff.role, roles.length === 0 ? "any" : roles)) return undefined;
  return new AppError("forbidden", t("server.error.otherRole"));
}
