import { expect, test } from "vitest";
import { deleteAccountForm } from "#lib/account-settings/account-settings.ts";
import type { Language } from "#lib/languages.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";

const accepts = (language: Language, confirmation: string): boolean =>
  runWithLanguage(
    language,
    () => deleteAccountForm.safeParse({ currentPassword: "secret", confirmation }).success,
  );

test.for([
  ["en", "DELETE"],
  ["ar", "حذف"],
  ["ur", "حذف"],
  ["fr", "SUPPRIMER"],
  ["es", "ELIMINAR"],
] as const)("on a page in %s, %s confirms the deletion", ([language, word]) => {
  expect(accepts(language, word)).toBe(true);
  expect(accepts(language, ` ${word} `)).toBe(true);
  expect(accepts(language, "DELETE")).toBe(true);
  expect(accepts(language, "delete")).toBe(false);
});

test("a word of another language doesn't confirm the deletion", () => {
  expect(accepts("en", "SUPPRIMER")).toBe(false);
  expect(accepts("fr", "ELIMINAR")).toBe(false);
});
