/** Logged-in users without a server. */
import { afterEach } from "vitest";
import { $session, acceptToken, forgetSession } from "#lib/client/session/session.store.ts";
import { $profile, type Profile } from "#lib/people/profile.store.ts";

const encode = (value: object): string =>
  btoa(String.fromCodePoint(...new TextEncoder().encode(JSON.stringify(value))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** An access token as issued by the server, but without a valid signature. */
export function makeToken(claims: Record<string, unknown> = {}, seconds = 900): string {
  const iat = Math.floor(Date.now() / 1000);
  const payload = { id: "usr_1", email: "maryam@example.org", name: "Maryam Ali" };
  return `e30.${encode({ ...payload, iat, exp: iat + seconds, ...claims })}.sig`;
}

afterEach(() => {
  forgetSession();
  $session.set({ status: "unknown" });
  $profile.set({ status: "unknown" });
  localStorage.clear();
  sessionStorage.clear();
});

/** Logs a user in. Null means that the profile isn't complete. */
export function signInAs(profile: Partial<Profile> | null): void {
  acceptToken(makeToken());
  $profile.set(
    profile
      ? {
          status: "complete",
          profile: { _id: "prf_1", name: "Maryam Ali", role: "student", ...profile },
        }
      : { status: "none" },
  );
}

export function visitAsGuest(): void {
  $session.set({ status: "signed-out" });
}
