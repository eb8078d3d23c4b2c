/** Responses of the authentication service. */
import * as z from "zod/mini";

const user = z.object({ id: z.string(), email: z.string(), name: z.string() });

/** A new access token. */
export const tokenSchema = z.object({ accessToken: z.string() });
export type Token = z.output<typeof tokenSchema>;

/** A log-in, or a verified reset code: then the token can only set a new password. */
export const signedInSchema = z.object({ accessToken: z.string(), user });
export type SignedIn = z.output<typeof signedInSchema>;

/** A code was emailed. */
export const codeSentSchema = z.object({
  /** Seconds until the next code can be requested. */
  resendAfter: z.number(),
});
export type CodeSent = z.output<typeof codeSentSchema>;

export const signedUpSchema = z.extend(codeSentSchema, { email: z.string() });
