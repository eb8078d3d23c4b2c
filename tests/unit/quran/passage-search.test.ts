import { describe, expect, it } from "vitest";
import { searchPassages } from "#lib/quran/passage-search.ts";
import { describePassage } from "#lib/quran/quran.ts";

const found = (typed: string) =>
  searchPassages(typed).map(({ kind, passage }) => `${kind} ${describePassage(passage)}`);

describe("the search for passages", () => {
  it.each([
    ["2:255", "verses Al-Baqarah 255"],
    ["2:255-257", "verses Al-Baqarah 255–257"],
    ["2:255 – 257", "verses Al-Baqarah 255–257"],
    ["2.255-", "verses Al-Baqarah 255"],
    ["٢:٢٥٥-٢٥٧", "verses Al-Baqarah 255–257"],
    ["113:4-114:6", "verses Al-Falaq 4 – An-Nas 6"],
    ["kahf 1-10", "verses Al-Kahf 1–10"],
    ["surah al-kahf 10", "verses Al-Kahf 10"],
    ["الكهف ١-١٠", "verses Al-Kahf 1–10"],
    ["verset 2:255-257", "verses Al-Baqarah 255–257"],
    ["surah 2 verse 255", "verses Al-Baqarah 255"],
    ["سورة البقرة الآية ٢٥٥", "verses Al-Baqarah 255"],
    ["2：255", "verses Al-Baqarah 255"],
    ["juz amma", "juz An-Naba 1 – An-Nas 6"],
    ["2:280-300", "verses Al-Baqarah 280–286"],
    ["kahf", "surah Al-Kahf 1–110"],
    ["Yaseen", "surah Ya-Sin 1–83"],
    ["juz 30", "juz An-Naba 1 – An-Nas 6"],
    ["page 50", "page Ali 'Imran 1–9"],
    ["112", "surah Al-Ikhlas 1–4"],
    ["ayatul kursi", "verses Al-Baqarah 255"],
    ["آية الكرسي", "verses Al-Baqarah 255"],
  ])("finds the passage that %s names", (typed, passage) => {
    expect(found(typed)[0]).toBe(passage);
  });

  it("offers the surah, juz and page with a number", () => {
    expect(searchPassages("30").map(({ kind }) => kind)).toEqual(["surah", "juz", "page"]);
  });

  it("offers all surahs at first", () => {
    expect(searchPassages("")).toHaveLength(114);
  });

  it.each(["2:287", "115:1", "2:255-250", "juz 31", "ayat 255", "xyzzy"])(
    "finds nothing for %s",
    (typed) => {
      expect(found(typed)).toEqual([]);
    },
  );
});
