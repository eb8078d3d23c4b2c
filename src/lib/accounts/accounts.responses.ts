/** Responses of the authentication service. */
import * as z from "zod/mini";

const user = z.object({ id: z.string(), email: z.string(), name: z.string() });

/** A new access token. */
export const tokenSchema = z.object({ accessToken: z.string() });
export type Token = z.output<typeof tokenSchema>;

/**
 * The result of a log-in or of verifying a reset code. After a reset code, the token can only be
 * used to set a new password.
 */
export const signedInSchema = z.object({ accessToken: z.string(), user });
export type SignedIn = z.output<typeof signedInSchema>;

/** The response after a code was emailed. */
export const codeSentSchema = z.object({
  /** Seconds until the next code can be requested. */
  resendAfter: z.number(),
});
export type CodeSent = z.output<typeof codeSentSchema>;

export const signedUpSchema = z.extend(codeSentSchema, { email: z.string() });
