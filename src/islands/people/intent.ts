/** The page that a person who is registering came for, and the role. Read only in the browser. */
import { findIntent, findIntentRole, withIntent } from "#lib/accounts/intents.ts";
import { rememberedInTab } from "#lib/client/browser-storage.ts";
import { readRegistration, saveRegistration } from "#lib/client/drafts.ts";
import { findRole, type Role } from "#lib/people/people.options.ts";

export interface RegistrationIntent {
  /** The page to open when the profile is complete, instead of the dashboard. */
  destination: string | undefined;
  /** The role that the person chose earlier. */
  role: Role | undefined;
}

export const noIntent: RegistrationIntent = { destination: undefined, role: undefined };

/** The role to offer first: the one they chose, or the one that their destination is meant for. */
export const findProposedRole = ({ destination, role }: RegistrationIntent): Role | undefined =>
  role ?? findIntentRole(destination ?? null);

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** From the URL, or from an earlier visit in which the person didn't finish. */
export function readIntent(userId: string): RegistrationIntent {
  const kept = readRegistration(userId);
  const returnTo = new URLSearchParams(location.search).get("returnTo");
  const destination = findIntent(returnTo) ?? findIntent(textOf(kept.returnTo));
  const role = findRole(rememberedInTab.get("selectedRole") ?? textOf(kept.role));
  return { destination, role };
}

/** Keeps the intent for a later visit. */
export function keepIntent(userId: string, { destination, role }: RegistrationIntent): void {
  if (destination || role) saveRegistration(userId, { returnTo: destination, role });
}

/** The path of a step of the registration. */
export const stepPath = (path: string, { destination }: RegistrationIntent): string =>
  withIntent(path, { returnTo: destination ?? null });
