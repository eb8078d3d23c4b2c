/**
 * Spellings and translations that mean the same in searches and as topics. The categories of listed
 * courses derive from them too: after a change, run `npm run db:generate`.
 */
import { containsPattern, foldForSearch } from "../text/search-text.ts";

const synonyms: readonly (readonly string[])[] = [
  ["tajweed", "tajwid", "tajvid", "tecvid", "تجويد", "التجويد"],
  ["quran", "qur'an", "qur’an", "quraan", "koran", "coran", "alquran", "قران", "القران"],
  [
    "memorization",
    "memorisation",
    "memorizacion",
    "memorize",
    "memorise",
    "memorizing",
    "hifz",
    "hifdh",
    "hifth",
    "hifzh",
    "حفظ",
    "الحفظ",
    "تحفيظ",
  ],
  ["tafsir", "tafseer", "tefsir", "exegesis", "exegese", "تفسير", "التفسير"],
  ["qaida", "qaidah", "qa'ida", "qa'idah", "qaaida", "قاعده", "القاعده"],
  ["qiraat", "qira'at", "qira’at", "qiraah", "قراءات", "القراءات"],
  ["surah", "surat", "sourate", "sura", "سوره", "السوره", "سورت"],
  ["recitation", "recitacion", "tilawah", "tilawa", "تلاوه", "التلاوه", "تلاوت"],
  ["salah", "salat", "namaz", "prayer", "صلاه", "الصلاه", "نماز"],
  ["seerah", "sirah", "سيره", "السيره", "سیرت"],
  ["ijazah", "ijaza", "اجازه", "الاجازه"],
  ["arabic", "arabe", "العربيه", "عربي"],
  ["children", "child", "kids", "kid", "enfants", "ninos", "اطفال", "الاطفال", "بچوں", "بچے"],
  ["women", "ladies", "sisters", "femmes", "mujeres", "نساء", "النساء", "خواتین"],
].map((group) => group.map(foldForSearch));

/** The maximum number of words that a search uses. More would only cost time. */
const maxWords = 12;

/** All spellings of a word, in folded form, beginning with its own. */
export function listSpellings(word: string): readonly string[] {
  const folded = foldForSearch(word);
  const group = synonyms.find((spellings) => spellings.includes(folded)) ?? [];
  return [...new Set([folded, ...group])];
}

/**
 * For each word of a search, the LIKE patterns of its spellings. A matching text contains at least
 * one of them. Empty for a blank search.
 */
export function listSearchPatterns(search: string): string[][] {
  const words = foldForSearch(search).split(" ").filter(Boolean);
  return [...new Set(words)]
    .slice(0, maxWords)
    .map((word) => listSpellings(word).map(containsPattern));
}
