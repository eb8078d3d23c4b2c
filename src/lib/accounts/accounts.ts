/** Input schemas for sign-up, log-in, one-time codes and passwords, for forms and routes. */
import * as z from "zod/mini";
import { getTexts } from "#translations/accounts.ts";
import { normalizeDigits } from "../text/digits.ts";
import { isStorableText } from "../text/storable-text.ts";
import { type ErrorText, personName } from "../text/text-schemas.ts";
import { codeLength } from "./one-time-code.ts";

const t = getTexts("accounts");

/** Error messages that the server and the account forms share. */
export const accountMessages = {
  get notLoggedIn() {
    return t("error.notLoggedIn");
  },
  get unverified() {
    return t("error.unverified");
  },
  get codeNotSent() {
    return t("error.codeNotSent");
  },
  get notVerified() {
    return t("error.notVerified");
  },
};

const emailMissing = () => t("error.emailMissing");
const emailInvalid = () => t("error.emailInvalid");
const passwordMissing = () => t("error.passwordMissing");

export const minPasswordLength = 6;
/** Long enough for any passphrase, short enough that hashing can't be used to exhaust the server. */
export const maxPasswordLength = 256;

/** An email address as typed by the user. It is stored and compared in lower case. */
export const email = z
  .string({ error: emailMissing })
  .check(
    z.trim(),
    z.minLength(1, { error: emailMissing }),
    z.maxLength(254, { error: emailInvalid }),
    z.email({ error: emailInvalid }),
    z.toLowerCase(),
  );

function requiredPassword(missing: ErrorText) {
  return z
    .string({ error: missing })
    .check(
      z.minLength(1, { error: missing }),
      z.maxLength(maxPasswordLength, { error: () => t("error.passwordTooLong") }),
    );
}

/**
 * Passwords aren't trimmed and may contain any Unicode character. `missing` is the error for an
 * empty field.
 */
function chosenPassword(missing: ErrorText) {
  return requiredPassword(missing).check(
    z.refine((value) => [...value].length >= minPasswordLength, {
      error: () => t("error.passwordTooShort"),
    }),
    z.refine(isStorableText, { error: () => t("error.passwordNotStorable") }),
  );
}

/** A new password. */
export const newPassword = chosenPassword(passwordMissing);

/** An existing password: any text within the length limit. */
export const currentPassword = requiredPassword(passwordMissing);

const sixDigits = new RegExp(`^\\d{${codeLength}}$`);

/** A one-time code, in the digits of any script. `missing` is the error for an empty field. */
const code = (missing: ErrorText) =>
  z
    .string({ error: missing })
    .check(
      z.overwrite(normalizeDigits),
      z.trim(),
      z.minLength(1, { error: missing }),
      z.regex(sixDigits, { error: () => t("error.codeInvalid") }),
    );

export const oneTimeCode = code(() => t("error.codeMissing"));

/** Every account request may contain the application key. The route rejects a wrong key. */
const appKey = z.optional(z.string());

export const signUpInput = z.object({
  name: personName(() => t("error.nameMissing")),
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
    .string({ error: () => t("error.resetEmailMissing") })
    .check(
      z.trim(),
      z.minLength(1, { error: () => t("error.resetEmailMissing") }),
      z.maxLength(254, { error: emailInvalid }),
      z.email({ error: emailInvalid }),
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
export const resetCodeForm = z.object({ code: code(() => t("error.resetCodeMissing")) });

/** A new password, with the error messages of the forms. */
const newPasswordField = chosenPassword(() => t("error.newPasswordMissing"));

const mismatch = () => t("error.mismatch");
const confirmPassword = z.string({ error: mismatch });

/** The new password in the reset form, entered twice. */
export const newPasswordForm = z.object({ password: newPasswordField, confirmPassword }).check(
  z.refine((form) => form.password === form.confirmPassword, {
    error: mismatch,
    path: ["confirmPassword"],
  }),
);

/** The form for changing the password. All three fields are required. */
export const changePasswordForm = z
  .object({
    currentPassword: requiredPassword(() => t("error.currentPasswordMissing")),
    newPassword: newPasswordField,
    confirmPassword: z
      .string({ error: () => t("error.confirmationMissing") })
      .check(z.minLength(1, { error: () => t("error.confirmationMissing") })),
  })
  .check(
    z.refine((form) => form.newPassword === form.confirmPassword, {
      error: mismatch,
      path: ["confirmPassword"],
      when: ({ value }) => Boolean((value as { confirmPassword?: string }).confirmPassword),
    }),
  );
export type ChangePasswordForm = z.output<typeof changePasswordForm>;
