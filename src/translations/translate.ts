/** Reads texts from the catalogs, for pages, API errors and emails. */
import { createTranslator } from "use-intl/core";
import { locale } from "#lib/site/locale.ts";
import { englishMessages, type Messages } from "./messages.ts";

/** The texts of one noun. The translator throws if a text or one of its arguments is missing. */
export function getTexts<Noun extends keyof Messages>(noun: Noun) {
  return createTranslator({
    locale,
    messages: englishMessages[noun],
    onError(error) {
      throw error;
    },
  });
}
