import { callApi } from "../client/api-client.ts";
import { ApiError } from "../client/api-error.ts";
import { remembered } from "../client/browser-storage.ts";
import { type Role, roles } from "./people.options.ts";
import { acceptProfile } from "./profile.store.ts";

/** Completes the account with a profile. */
export async function registerProfile(input: object): Promise<void> {
  await callApi(
    "/auth/register",
    { method: "POST", body: input, fallback: "Registration failed" },
    "Authentication token not found. Please log in again.",
  );
}

/**
 * Changes one's own profile. The role decides to which resource the change goes.
 * @throws ApiError also when the browser doesn't know the profile's id any more, and for a role
 * that a back end may know and this site doesn't.
 */
export async function updateProfile(role: Role, changes: object): Promise<void> {
  if (!roles.includes(role)) throw new ApiError("Unsupported role", 0);
  const id = remembered.get("userProfileId");
  if (!id) {
    throw new ApiError("Profile ID not found. Please refresh the page and try again.", 0);
  }
  const body = await callApi(
    `/${role}s/${encodeURIComponent(id)}`,
    { method: "PUT", body: changes, fallback: "Failed to update profile. Please try again." },
    "Authentication token not found. Please log in again.",
  );
  acceptProfile(body);
}
