/** Who runs the site, and the limits of their sign-in. */

/** An owner may do everything. Several people may be owners. */
export const staffRoles = ["owner", "support", "moderator", "bookkeeper"] as const;
export type StaffRole = (typeof staffRoles)[number];

/**
 * The console, and all paths below it. Everyone who isn't staff gets the response for a missing
 * page.
 */
export const staffPath = "/staff";
/** Where staff enter their second factor. */
export const staffSignInPath = "/staff/sign-in";

/** How long a second factor counts in the session in which it was entered. */
export const secondFactorHours = 12;

/** How long staff may view the site as another person. */
export const viewMinutes = 30;
/** The roles that may do so, besides owners. */
export const viewRoles: readonly StaffRole[] = ["support"];
/** Where a view ends. The pages of a view are below it, after its ID. */
export const viewPath = "/staff/view";

export const recoveryCodeCount = 10;
/** From this number of codes on, Today reminds staff to create new ones. */
export const fewRecoveryCodes = 2;
/** Browsers get the list of all passkeys of a person. */
export const maxPasskeys = 10;

/**
 * The field that a 401 names if the session is valid but lacks the second factor. Pages then lead to
 * `staffSignInPath`.
 */
export const secondFactorField = "secondFactor";

/** Whether one of these roles may do what only `roles` may. Owners always may. */
export function hasStaffRole(role: StaffRole, roles: readonly StaffRole[] | "any"): boolean {
  return role === "owner" || roles === "any" || roles.includes(role);
}
