/**
 * Divides the text of a verse into letters with their signs, and determines what the signs mean.
 */

/** A letter with its signs. It is the smallest part that can have its own color. */
export interface Cluster {
  /** Where the cluster begins and ends in the text, in UTF-16 units. */
  start: number;
  end: number;
  letter: string;
  /** The signs, except for those that suggest where to pause. */
  signs: string;
  /** The position of the word, from 0. */
  word: number;
}

export const sign = {
  shadda: "\u0651",
  sukun: "\u06e1",
  maddah: "\u0653",
  daggerAlif: "\u0670",
  /** Over a letter that is never pronounced. */
  silent: "\u0652",
  /** Over an alif that is pronounced only before a pause. */
  silentUnlessPaused: "\u06e0",
  /** Either a short pause without a breath or, over sad, the sign that it is read as sin. */
  smallSin: "\u06dc",
  smallNoon: "\u06e8",
} as const;

export const smallWaw = "\u06e5";
export const smallYa = "\u06e6";
const highYa = "\u06e7";
const wasl = "\u0671";
const tatweel = "\u0640";

const pauses = /[\u06d6-\u06db]/g;
/** Rubʿ al-hizb and the sign of a prostration are neither letters nor signs of a letter. */
const symbols = "\u06de\u06e9";

export function listClusters(text: string): Cluster[] {
  const clusters: Cluster[] = [];
  let word = 0;
  for (const { 0: cluster, index } of text.matchAll(/\P{M}\p{M}*/gu)) {
    const [letter = ""] = cluster;
    if (letter === " ") word += 1;
    else if (!symbols.includes(letter)) {
      const signs = cluster.slice(letter.length).replace(pauses, "");
      clusters.push({ start: index, end: index + cluster.length, letter, signs, word });
    }
  }
  return clusters;
}

export const hasSign = ({ signs }: Cluster, wanted: string): boolean => signs.includes(wanted);

/** Whether a letter has no signs at all: it is long, silent, or merges into the next one. */
export const isBare = ({ signs }: Cluster): boolean => signs === "";

export const isHamza = ({ letter, signs }: Cluster): boolean =>
  /[ءأإؤئ]/.test(letter) || /[\u0654\u0655]/.test(signs);

export const isWasl = ({ letter }: Cluster): boolean => letter === wasl;

/** Whether the letter is never pronounced, or only before a pause. */
export const isSilent = ({ signs }: Cluster): boolean =>
  signs.includes(sign.silent) || signs.includes(sign.silentUnlessPaused);

/** Vowel signs that are followed by an n: with a small meem, open, and sequential or stacked. */
export type Tanween = "with meem" | "open" | "stacked";

export function findTanween({ letter, signs }: Cluster): Tanween | undefined {
  // Over a noon, the small meem replaces the noon itself.
  if (/[\u06e2\u06ed]/.test(signs) && !(letter === "ن" && !/[\u064e-\u0650]/.test(signs))) {
    return "with meem";
  }
  if (/[\u0656\u0657\u065e]/.test(signs)) return "open";
  return /[\u064b-\u064d]/.test(signs) ? "stacked" : undefined;
}

/** Whether a letter lengthens the vowel before it, or has a long vowel written as a sign. */
export function isLong(cluster: Cluster, before: Cluster | undefined): boolean {
  if (isSilent(cluster)) return false;
  const { letter, signs } = cluster;
  if (signs.includes(sign.daggerAlif) || signs === highYa) return true;
  if (letter === smallWaw || letter === smallYa) return !/[\u064e-\u0650]/.test(signs);
  if (!/^\u0653?$/.test(signs) || !before) return false;
  if (letter === "ا") return before.signs.includes("\u064e");
  if (letter === "و") return before.signs.includes("\u064f");
  return /[يى]/.test(letter) && before.signs.includes("\u0650");
}

/** Whether the letter is a waw or ya with sukun after the vowel a. */
export const isSoft = (cluster: Cluster, before: Cluster | undefined): boolean =>
  /[وي]/.test(cluster.letter) &&
  hasSign(cluster, sign.sukun) &&
  (before?.signs.includes("\u064e") ?? false);

/** Whether the letter only serves as the carrier of signs. */
export const isCarrier = ({ letter }: Cluster): boolean => letter === tatweel;
