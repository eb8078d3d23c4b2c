/** The introductory lines of account forms that depend on the situation. */

import type { Role } from "#lib/people/people.options.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/accounts.ts";

const t = getTexts("accounts");

export const signUpIntro = (proposedRole: Role | undefined): string =>
  proposedRole === "teacher" ? t("signUp.teacherIntro") : t("signUp.intro");

/** @param email empty if unknown. */
export const verifyIntro = (email: string): string =>
  email ? t("verify.intro") : t("verify.logInFirst");

export const resetCodeIntro = (email: string): string =>
  t("reset.codeIntro", { email: isolatedInRtl(email) });
