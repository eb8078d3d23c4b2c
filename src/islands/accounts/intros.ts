/** The lines below the titles of account forms that depend on something. */
import type { Role } from "#lib/people/people.options.ts";

export const signUpIntro = (proposedRole: Role | undefined): string =>
  proposedRole === "teacher"
    ? "Teach your own circle online."
    : "Learn with a teacher, or teach your own circle.";

/** @param email empty if unknown. */
export const verifyIntro = (email: string): string =>
  email
    ? "We emailed you a 6-digit code. It expires in 10 minutes."
    : "Log in with your email and password, and we'll email you a code.";

export const resetCodeIntro = (email: string): string => `Enter the code we sent to ${email}.`;
