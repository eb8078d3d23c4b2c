/**
 * Converts words of the Quran, of its translations and of its transliteration to the forms under
 * which searches find them. What people type is folded in the same way.
 */
import { unifyKeyboards } from "../text/search-text.ts";
import { foldSound } from "./fold-sound.ts";

/** Signs that are neither letters nor hamza. Small letters are handled separately. */
const arabicSigns = /[\u0610-\u061a\u064b-\u0653\u0656-\u065f\u06d6-\u06e4\u06e8-\u06ed\u0640]/gu;
const daggerAlif = /\u0670/g;
const smallWaw = /\u06e5/g;
const smallYa = /\u06e6/g;
const highYa = /\u06e7/g;
const combiningHamza = /[\u0654\u0655]/g;
/** A hamza within a word, without a seat, apart from one with a long a, which is آ. */
const innerHamza = /(?<=\p{L}\p{M}*)ء(?!\u064eا)(?=\p{M}*\p{L})/gu;

/** Unifies forms of one letter that the simple and the Uthmani spelling use differently. */
function foldLetters(word: string): string {
  return word
    .replace(/[أإآٱ]/g, "ا")
    .replaceAll("ؤ", "و")
    .replace(/[ىئ]/g, "ي")
    .replaceAll("ة", "ه")
    .replaceAll("ء", "")
    .replace(/ا{2,}/g, "ا")
    .replace(/ل{2,}/g, "ل")
    .replace(/ي{2,}/g, "ي");
}

/** What the simple spelling writes in place of a dagger alif depends on the word. */
const daggerSpellings: readonly ((word: string) => string)[] = [
  // ٱلرَّحۡمَٰنِ, simple الرحمن
  (word) => word.replace(daggerAlif, ""),
  // ٱلصَّلَوٰةَ, simple الصلاة
  (word) =>
    word
      .replace(/و\u0670/g, "ا")
      .replace(/ى\u0670/g, "ى")
      .replace(daggerAlif, "ا"),
  // هَدَىٰهُمۡ, simple هداهم
  (word) =>
    word
      .replace(/[وىي]\u0670(?=.)/gu, "ا")
      .replace(/ى\u0670$/u, "ى")
      .replace(daggerAlif, "ا"),
  // ٱلسَّمَٰوَٰتِ, simple السماوات
  (word) => word.replace(daggerAlif, "ا"),
];

/** The simple spelling of شَيۡـٔٗا is شيئا, that of أَرَءَيۡتَ is أرأيت, and that of قُرۡءَانٞ is قرآن. */
const hamzaSpellings = ["", "ي", "ا"];

/** The simple spelling of دَاوُۥدَ is داوود, and that of لَهُۥ is له. */
const smallSpellings: readonly ((word: string) => string)[] = [
  (word) => word.replace(smallWaw, "").replace(smallYa, ""),
  (word) => word.replace(smallWaw, "و").replace(smallYa, "ي"),
];

const replaceBy = (sign: RegExp, letter: string) => (word: string) => word.replace(sign, letter);

/** The results of all spellings, without duplicates. */
function vary(word: string, spellings: readonly ((word: string) => string)[]): string[] {
  return [...new Set(spellings.map((spell) => spell(word)))];
}

/** All forms in which a word of the Uthmani text can be typed, without duplicates. */
export function listArabicKeys(word: string): string[] {
  const letters = word.replace(innerHamza, "\u0654").replace(highYa, "ي").replace(arabicSigns, "");
  const withHamza = vary(
    letters,
    hamzaSpellings.map((hamza) => replaceBy(combiningHamza, hamza)),
  );
  const withWaw = withHamza.flatMap((word) => vary(word, smallSpellings));
  const spelled = withWaw.flatMap((word) => vary(word, daggerSpellings));
  return [...new Set(spelled.map(foldLetters))].filter(Boolean);
}

/**
 * The simple spelling of a word of the Uthmani text, without vowel signs. Unlike search keys, it
 * keeps the forms of hamza.
 */
export function spellSimply(word: string): string {
  return (
    word
      .replace(/[\u06d6-\u06db\u06de\u06e9]/g, "")
      .replace(/\u0640(?:\u064e\u0654|\u0654\u064e)ا/g, "آ")
      .replace(/ءَا/g, "آ")
      // A letter that directly carries a dagger alif isn't pronounced itself.
      .replace(/ى\u0670\u0653?$/u, "ى")
      .replace(/[وىي]\u0670/g, "ا")
      .replace(highYa, "ي")
      .replace(arabicSigns, "")
      .replace(daggerAlif, "ا")
      .replace(smallWaw, "")
      .replace(smallYa, "")
      .replace(combiningHamza, "ئ")
      .replaceAll("ٱ", "ا")
      .trim()
  );
}

/** The search form of a word that was typed in Arabic or Urdu, in simple or Uthmani spelling. */
export function foldArabic(word: string): string {
  return foldLetters(
    unifyKeyboards(word)
      .replace(highYa, "ي")
      .replace(arabicSigns, "")
      .replace(smallWaw, "")
      .replace(smallYa, "")
      .replace(combiningHamza, "")
      .replace(daggerAlif, ""),
  );
}

/** Particles of address that the Uthmani text joins to the next word: يا أيها is يَٰٓأَيُّهَا. */
const particle = /^[وف]?(?:يا|ها)$/u;

/** The search forms of words that were typed, divided as in the Uthmani text. */
export function foldUthmani(words: readonly string[]): string[] {
  const joined: string[] = [];
  for (const [index, word] of words.entries()) {
    const former = words[index - 1];
    if (former !== undefined && particle.test(foldArabic(former))) joined.push(joined.pop() + word);
    else joined.push(word);
  }
  return joined.map(foldArabic).filter(Boolean);
}

/** The form of a word in Latin letters: lower case, without accents and apostrophes. */
export function foldLatin(word: string): string {
  return word
    .normalize("NFKD")
    .replace(/[\p{M}’'ʿʾ`]/gu, "")
    .toLowerCase();
}

/** The sounds of transliterated words, whatever their spelling, without spaces. */
export function foldTransliteration(words: readonly string[]): string {
  return foldSound(foldLatin(words.join("")));
}
