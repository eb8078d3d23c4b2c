/** The places that a search query names. */
import { describe, expect, it } from "vitest";
import { surahs } from "#lib/quran/quran.ts";
import { findMissingPlace, findPlaces } from "#lib/quran/search-places.ts";
import { otherSurahNames } from "#lib/quran/surah-names.ts";

describe("a search", () => {
  it("for any name of a surah finds that surah first", () => {
    for (const { number, name, arabicName } of surahs) {
      for (const each of [name, arabicName, ...(otherSurahNames[number] ?? [])]) {
        for (const typed of [each, `Surah ${each}`, `سورة ${each}`, each.toLowerCase()]) {
          expect([typed, findPlaces(typed)[0]]).toEqual([typed, { kind: "surah", surah: number }]);
        }
      }
    }
  });

  it("finds the same surah for a name with and without a vowel before its last letter, and no other", () => {
    const found = (typed: string) => findPlaces(typed);
    expect(found("Al-Kahaf")).toEqual([{ kind: "surah", surah: 18 }]);
    expect(found("Al-Qamr")).toEqual([{ kind: "surah", surah: 54 }]);
    expect(found("Al-Qadar")).toEqual([{ kind: "surah", surah: 97 }]);
  });

  it.each([
    ["ayatul kursi", 2, 255],
    ["Ayat al-Kursi", 2, 255],
    ["Ayatulkursi", 2, 255],
    ["Aayat ul Kursee", 2, 255],
    ["ayat kursi", 2, 255],
    ["The Throne Verse", 2, 255],
    ["Verset du Trône", 2, 255],
    ["Aleya del Trono", 2, 255],
    ["آية الكرسي", 2, 255],
    ["ايه الكرسي", 2, 255],
    ["آیت الکرسی", 2, 255],
    ["آیۃ الکرسی", 2, 255],
    ["Bismillahir rahmanir raheem", 1, 1],
    ["Bismillah ir-Rahman ir-Rahim", 1, 1],
    ["Bismillahi r-rahmani r-rahim", 1, 1],
    ["Bismillah al-Rahman al-Rahim", 1, 1],
    ["Bismillah hir Rahman nir Raheem", 1, 1],
    ["Basmalah", 1, 1],
    ["البسملة", 1, 1],
    ["بسم الله الرحمن الرحيم", 1, 1],
    ["بسم الله الرحمان الرحيم", 1, 1],
    ["Ayat an-Nur", 24, 35],
    ["آية النور", 24, 35],
    ["Ayatud Dayn", 2, 282],
  ])("for '%s' finds the verse with that name", (typed, surah, verse) => {
    expect(findPlaces(typed)).toEqual([{ kind: "verse", surah, verse }]);
    expect(findMissingPlace(typed)).toBeUndefined();
  });

  it("for a name with its article finds no surahs that only begin with that article", () => {
    const found = (typed: string) =>
      findPlaces(typed).map((place) => place.kind === "surah" && place.surah);
    expect(found("Al-A'la")).toEqual([87, 94, 96]);
    expect(found("الحج")).toEqual([22]);
  });

  it("for a word finds no surahs whose names only look similar", () => {
    for (const typed of ["allah", "Allah", "الله", "alhamdulillah", "mercy"]) {
      expect([typed, findPlaces(typed)]).toEqual([typed, []]);
    }
  });

  it.each([
    ["arrahman", 55],
    ["alrahman", 55],
    ["ar rahman", 55],
    ["Arrahmaan", 55],
    ["albaqara", 2],
    ["annas", 114],
    ["aalimran", 3],
    ["surah alkahf", 18],
  ])("for '%s', without hyphens, finds surah %i", (typed, surah) => {
    expect(findPlaces(typed)[0]).toEqual({ kind: "surah", surah });
  });

  it.each([
    ["2:255", { kind: "verse", surah: 2, verse: 255 }],
    ["٢:٢٥٥", { kind: "verse", surah: 2, verse: 255 }],
    ["2-255", { kind: "verse", surah: 2, verse: 255 }],
    ["2:255-257", { kind: "verse", surah: 2, verse: 255, to: "2:257" }],
    ["2:255–2:257", { kind: "verse", surah: 2, verse: 255, to: "2:257" }],
    ["٢:٢٥٥-٢٥٧", { kind: "verse", surah: 2, verse: 255, to: "2:257" }],
    ["2:280-3:5", { kind: "verse", surah: 2, verse: 280, to: "3:5" }],
    ["2:255-255", { kind: "verse", surah: 2, verse: 255 }],
    ["page 604", { kind: "page", page: 604 }],
    ["جزء ٣٠", { kind: "juz", juz: 30 }],
    ["الجزء 30", { kind: "juz", juz: 30 }],
    ["juz' 30", { kind: "juz", juz: 30 }],
    ["2 255", { kind: "verse", surah: 2, verse: 255 }],
    ["2/255", { kind: "verse", surah: 2, verse: 255 }],
    ["verse 2:255", { kind: "verse", surah: 2, verse: 255 }],
    ["Quran 2:255", { kind: "verse", surah: 2, verse: 255 }],
    ["Surah 2, verse 255", { kind: "verse", surah: 2, verse: 255 }],
    ["baqarah 255", { kind: "verse", surah: 2, verse: 255 }],
    ["Al-Baqarah 2:255", { kind: "verse", surah: 2, verse: 255 }],
    ["surah al-kahf 1-10", { kind: "verse", surah: 18, verse: 1, to: "18:10" }],
    ["سورة الكهف ١٠", { kind: "verse", surah: 18, verse: 10 }],
    ["سورة البقرة آية ٢٥٥", { kind: "verse", surah: 2, verse: 255 }],
    ["سورة البقرة الآية 255", { kind: "verse", surah: 2, verse: 255 }],
    ["سورۃ البقرہ آیت ۲۵۵", { kind: "verse", surah: 2, verse: 255 }],
    ["sourate 2 verset 255", { kind: "verse", surah: 2, verse: 255 }],
    ["verset 2:255", { kind: "verse", surah: 2, verse: 255 }],
    ["sura 2, aleya 255", { kind: "verse", surah: 2, verse: 255 }],
    ["2：255", { kind: "verse", surah: 2, verse: 255 }],
    ["２:２５５", { kind: "verse", surah: 2, verse: 255 }],
    ["سورہ ۲", { kind: "surah", surah: 2 }],
    ["sourate 2", { kind: "surah", surah: 2 }],
    ["página 3", { kind: "page", page: 3 }],
    ["صفحہ ۳", { kind: "page", page: 3 }],
    ["Yuz 30", { kind: "juz", juz: 30 }],
    ["Juz’ 30", { kind: "juz", juz: 30 }],
    ["پارہ ۳۰", { kind: "juz", juz: 30 }],
    ["juz amma", { kind: "juz", juz: 30 }],
    ["Juz' 'Amma", { kind: "juz", juz: 30 }],
    ["جزء عم", { kind: "juz", juz: 30 }],
    ["جزء تبارك", { kind: "juz", juz: 29 }],
  ])("for '%s' finds the place", (typed, place) => {
    expect(findPlaces(typed)).toEqual([place]);
    expect(findMissingPlace(typed)).toBeUndefined();
  });

  it.each([
    ["2:287", { kind: "verse", verse: 287 }],
    ["2:0", { kind: "verse", verse: 0 }],
    ["2:280-287", { kind: "verse", verse: 287 }],
    ["115:1", { kind: "surah", number: 115 }],
    ["2:5-3", { kind: "range", from: 5, to: 3 }],
    ["3:5-2:280", { kind: "passage", from: "3:5", to: "2:280" }],
    ["2:280-115:1", { kind: "surah", number: 115 }],
    ["2:280-3:201", { kind: "verse", verse: 201 }],
    ["page 605", { kind: "page", number: 605 }],
    ["page 6050", { kind: "page", number: 6050 }],
    ["juz 0", { kind: "juz", number: 0 }],
    ["surah 115", { kind: "surah", number: 115 }],
    ["605", { kind: "any", number: 605 }],
    ["kahf 111", { kind: "verse", verse: 111 }],
    ["surah 2 verse 287", { kind: "verse", verse: 287 }],
  ])("for '%s' finds no place and gives the reason", (typed, missing) => {
    expect(findPlaces(typed)).toEqual([]);
    expect(findMissingPlace(typed)).toMatchObject(missing);
  });

  it.each(["ayat 255", "verse 255", "آية 255", "الآية 255", "verset 30"])(
    "for '%s' finds no place, because no surah is named",
    (typed) => {
      expect(findPlaces(typed)).toEqual([]);
      expect(findMissingPlace(typed)).toBeUndefined();
    },
  );

  it("for words or a name reports no missing place", () => {
    for (const typed of [
      "mercy",
      "kahf",
      "7 heavens",
      "7 verses",
      "heaven 7",
      "Al-Baqarah 3:5",
      "2:",
    ]) {
      expect(findMissingPlace(typed), typed).toBeUndefined();
    }
  });
});
