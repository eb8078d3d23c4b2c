import { addLanguagePrefix, type Language } from "../../languages.ts";
import { zoomAppPath } from "../zoom-app.rules.ts";

/** Opens the app's page in another language, in the same panel. */
export function openInLanguage(language: Language): void {
  location.replace(addLanguagePrefix(zoomAppPath, language));
}
