/** Input schemas for sign-up, log-in, one-time codes and passwords, for forms and routes. */
import * as z from "zod/mini";
import { normalizeDigits } from "../text/digits.ts";
import { isStorableText } from "../text/storable-text.ts";
import { personName } from "../text/text-schemas.ts";
import { codeLength } from "./one-time-code.ts";

/** Error messages that the server and the account forms share. */
export const accountMessages = {
  notLoggedIn: "Login failed. Please check your credentials and try again.",
  unverified: "Please verify your email to login.",
  codeNotSent: "Failed to send verification code. Please try again.",
  notVerified: "Verification failed. Please check your OTP code and try again.",
} as const;

export const minPasswordLength = 6;
/** Long enough for any passphrase, short enough that hashing can't be used to exhaust the server. */
export const maxPasswordLength = 256;

/** An email address as typed by the user. It is stored and compared in lower case. */
export const email = z
  .string("Email is required.")
  .check(
    z.trim(),
    z.minLength(1, "Email is required."),
    z.maxLength(254, "Please enter a valid email."),
    z.email("Please enter a valid email."),
    z.toLowerCase(),
  );

function requiredPassword(missing: string) {
  return z
    .string(missing)
    .check(
      z.minLength(1, missing),
      z.maxLength(maxPasswordLength, "Password must be at most 256 characters long."),
    );
}

/**
 * Passwords aren't trimmed and may contain any Unicode character. `missing` is the error for an
 * empty field.
 */
function chosenPassword(missing: string) {
  return requiredPassword(missing).check(
    z.refine(
      (value) => [...value].length >= minPasswordLength,
      "Password must be at least 6 characters long.",
    ),
    z.refine(isStorableText, "This password contains characters that can't be used."),
  );
}

/** A new password. */
export const newPassword = chosenPassword("Password is required.");

/** An existing password: any text within the length limit. */
export const currentPassword = requiredPassword("Password is required.");

const sixDigits = new RegExp(`^\\d{${codeLength}}$`);

/** A one-time code, in the digits of any script. `missing` is the error for an empty field. */
const code = (missing: string) =>
  z
    .string(missing)
    .check(
      z.overwrite(normalizeDigits),
      z.trim(),
      z.minLength(1, missing),
      z.regex(sixDigits, "OTP must be 6 digits."),
    );

export const oneTimeCode = code("OTP code is required.");

/** Every account request may contain the application key. The route rejects a wrong key. */
const appKey = z.optional(z.string());

export const signUpInput = z.object({
  name: personName("Name is required."),
  email,
  password: newPassword,
  appKey,
});
export type SignUpInput = z.output<typeof signUpInput>;

export const logInInput = z.object({ email, password: currentPassword, appKey });
export type LogInInput = z.output<typeof logInInput>;

export const verifyInput = z.object({ email, code: oneTimeCode, appKey });
export type VerifyInput = z.output<typeof verifyInput>;

export const emailInput = z.object({ email, appKey });
export type EmailInput = z.output<typeof emailInput>;

export const forgotPasswordInput = z.object({
  email: z
    .string("Please enter your email address")
    .check(
      z.trim(),
      z.minLength(1, "Please enter your email address"),
      z.maxLength(254, "Please enter a valid email."),
      z.email("Please enter a valid email."),
      z.toLowerCase(),
    ),
  appKey,
});
export type ForgotPasswordInput = z.output<typeof forgotPasswordInput>;

export const resetPasswordInput = z.object({ password: newPassword, appKey });
export type ResetPasswordInput = z.output<typeof resetPasswordInput>;

export const changePasswordInput = z.object({
  currentPassword,
  newPassword,
  appKey,
});
export type ChangePasswordInput = z.output<typeof changePasswordInput>;

/** The code field of the password reset dialog. */
export const resetCodeForm = z.object({ code: code("Please enter your reset code") });

/** A new password, with the error messages of the forms. */
const newPasswordField = chosenPassword("Please enter a new password");

const mismatch = "Passwords do not match";
const confirmPassword = z.string(mismatch);

/** The new password in the reset form, entered twice. */
export const newPasswordForm = z.object({ password: newPasswordField, confirmPassword }).check(
  z.refine((form) => form.password === form.confirmPassword, {
    message: mismatch,
    path: ["confirmPassword"],
  }),
);

/** The form for changing the password. All three fields are required. */
export const changePasswordForm = z
  .object({
    currentPassword: requiredPassword("Please enter your current password"),
    newPassword: newPasswordField,
    confirmPassword: z
      .string("Please confirm your new password")
      .check(z.minLength(1, "Please confirm your new password")),
  })
  .check(
    z.refine((form) => form.newPassword === form.confirmPassword, {
      message: mismatch,
      path: ["confirmPassword"],
      when: ({ value }) => Boolean((value as { confirmPassword?: string }).confirmPassword),
    }),
  );
export type ChangePasswordForm = z.output<typeof changePasswordForm>;
