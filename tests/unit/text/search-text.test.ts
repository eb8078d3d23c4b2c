import { describe, expect, it } from "vitest";
import { containsPattern, foldForSearch } from "#lib/text/search-text.ts";

describe("foldForSearch", () => {
  it.each([
    ["Tajwīd", "tajwid"],
    ["ÜBUNG", "ubung"],
    ["İstanbul", "istanbul"],
    ["ﬁqh", "fiqh"],
    ["  many \t\n spaces ", "many spaces"],
    ["القُرْآنُ", "القران"],
    ["أإآٱا", "ااااا"],
    ["هدى", "هدي"],
    ["سورة", "سوره"],
    ["الرحمـــن", "الرحمن"],
    ["ٱلرَّحْمَٰنِ", "الرحمن"],
    ["", ""],
  ])("folds %s to %s", (text, folded) => {
    expect(foldForSearch(text)).toBe(folded);
  });

  it("leaves folded text unchanged", () => {
    for (const text of ["Tajwīd أحكام", "ٱلرَّحْمَٰنِ", "Zoë"]) {
      expect(foldForSearch(foldForSearch(text))).toBe(foldForSearch(text));
    }
  });
});

describe("containsPattern", () => {
  it("escapes wildcards", () => {
    expect(containsPattern("100%_\\")).toBe("%100\\%\\_\\\\%");
  });
});
