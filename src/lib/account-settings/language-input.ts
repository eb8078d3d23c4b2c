import * as z from "zod/mini";
import { getTexts } from "#translations/account-settings.ts";
import { languages } from "../languages.ts";

const t = getTexts("accountSettings");

export const languageInput = z.object({
  language: z.enum(languages, { error: () => t("language.notOffered") }),
});
export type LanguageInput = z.output<typeof languageInput>;
