import { callApi } from "./api-client.ts";
import { loadProfile, type ProfileState } from "./profile.store.ts";

/** Completes the profile; the answer is what the server then tells of it. */
export async function registerProfile(userId: string, input: object): Promise<ProfileState> {
  await callApi(
    "/auth/register",
    { method: "POST", body: input, fallback: "Registration failed" },
    "Authentication token not found. Please log in again.",
  );
  return loadProfile(userId);
}
