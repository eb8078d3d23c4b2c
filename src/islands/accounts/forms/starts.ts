import type { Starts } from "./account-forms.ts";
import { startLogIn } from "./log-in.ts";
import { startForgot, startNewPassword, startResetCode } from "./reset-password.ts";
import { startSignUp } from "./sign-up.ts";
import { startVerify } from "./verify.ts";

/** The behavior of each account form. */
export const starts: Starts = {
  "log-in": startLogIn,
  "sign-up": startSignUp,
  verify: startVerify,
  forgot: startForgot,
  "reset-code": startResetCode,
  "new-password": startNewPassword,
};
