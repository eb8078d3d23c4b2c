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
    ["پارہ ۳۰", "پاره 30"],
    ["ﻛﺘﺎﺏ ١٢", "كتاب 12"],
    ["", ""],
  ])("folds %s to %s", (text, folded) => {
    expect(foldForSearch(text)).toBe(folded);
  });

  it.each([
    ["تجوید کی کلاس", "تجويد كي كلاس"],
    ["قراءۃ", "قراءة"],
    ["مدرسہ", "مدرسة"],
    ["بچے", "بچي"],
    ["على", "علی"],
    ["جزء ٣٠", "جزء 30"],
    ["سبق ۱۲", "سبق ١٢"],
  ])("folds %s and %s, which other keyboards write, to the same", (one, other) => {
    expect(foldForSearch(one)).toBe(foldForSearch(other));
  });

  it("leaves folded text unchanged", () => {
    for (const text of ["Tajwīd أحكام", "ٱلرَّحْمَٰنِ", "Zoë", "سورۂ یٰسٓ ۳۶", "پڑھنے"]) {
      expect(foldForSearch(foldForSearch(text))).toBe(foldForSearch(text));
    }
  });
});

describe("containsPattern", () => {
  it("escapes wildcards", () => {
    expect(containsPattern("100%_\\")).toBe("%100\\%\\_\\\\%");
  });
});
