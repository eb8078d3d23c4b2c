import { expect, test } from "vitest";
import {
  findTokenLanguage,
  withTokenLanguage,
} from "#server/meetings/connection/token-language.ts";

test.for(["en", "ar", "ur", "fr", "es"] as const)("a token names the language %s", (language) => {
  expect(findTokenLanguage(withTokenLanguage("a-token_1", language))).toBe(language);
});

test("a token without a language is English", () => {
  expect(withTokenLanguage("a-token", "en")).toBe("a-token");
  for (const token of ["", "a-token", "xx.a-token", "arabic"]) {
    expect(findTokenLanguage(token)).toBe("en");
  }
});
