import { getTexts } from "#translations/profile-errors.ts";
import { callApi } from "../client/api-client.ts";
import { ApiError } from "../client/api-error.ts";
import { remembered } from "../client/browser-storage.ts";
import { generalMessages } from "../general-messages.ts";
import { type Role, roles } from "./people.options.ts";
import { acceptProfile } from "./profile.store.ts";

const t = getTexts("profileErrors");

/** Creates the profile of a new account. */
export async function registerProfile(input: object): Promise<void> {
  await callApi(
    "/auth/register",
    { method: "POST", body: input, fallback: t("registrationFailed") },
    generalMessages.noToken,
  );
}

/**
 * Changes the user's own profile. The role determines the API path.
 * @throws ApiError, including if the browser no longer has the profile's ID, or if this site
 * doesn't support the role.
 */
export async function updateProfile(role: Role, changes: object): Promise<void> {
  if (!roles.includes(role)) throw new ApiError(t("unsupportedRole"), 0);
  const id = remembered.get("userProfileId");
  if (!id) {
    throw new ApiError(t("profileUnknown"), 0);
  }
  const body = await callApi(
    `/${role}s/${encodeURIComponent(id)}`,
    { method: "PUT", body: changes, fallback: t("updateFailed") },
    generalMessages.noToken,
  );
  acceptProfile(body);
}
