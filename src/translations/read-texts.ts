import { createTranslator } from "use-intl/core";
import { locale } from "#lib/site/locale.ts";

/**
 * Creates the function that returns the texts of one noun. Its translators throw if a text or one
 * of its arguments is missing.
 */
export function readTextsFrom<Messages extends Record<string, object>>(messages: Messages) {
  return <Noun extends keyof Messages>(noun: Noun) =>
    createTranslator({
      locale,
      messages: messages[noun],
      onError(error) {
        throw error;
      },
    });
}
