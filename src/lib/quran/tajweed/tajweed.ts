/**
 * Finds where the rules of tajweed apply in a verse. Everything is derived from the letters and
 * signs of the text, which is vocalized for the reading of Hafs. The reader is assumed
 * to pause only after a verse.
 */
import {
  type Cluster,
  findTanween,
  hasSign,
  isBare,
  isCarrier,
  isHamza,
  isLong,
  isSilent,
  isSoft,
  isWasl,
  listClusters,
  sign,
  smallWaw,
  smallYa,
} from "./clusters.ts";
import type { TajweedRule } from "./rules.ts";

/** A letter with its signs to which a rule applies. */
export interface TajweedMark {
  /** In UTF-16 units of the verse's text. */
  start: number;
  end: number;
  rule: TajweedRule;
}

/** The clusters of a verse, and the one to which the rule is applied. */
interface Place {
  clusters: readonly Cluster[];
  at: number;
  cluster: Cluster;
}

/** What a rule marks: the cluster itself and, if it merges into another one, that one too. */
interface Finding {
  rule: TajweedRule;
  into?: Cluster | undefined;
}

/** In order of precedence, because a cluster has only one color. */
const rules: readonly ((place: Place) => Finding | undefined)[] = [
  findRare,
  findSilent,
  findMadd,
  findNoonRule,
  findMeemRule,
  findLetterRule,
  findQalqalah,
  findMaddBeforeStop,
  findGhunnah,
];

export function markTajweed(text: string): TajweedMark[] {
  const clusters = listClusters(text);
  const found = new Map<Cluster, TajweedRule>();
  const merged = new Map<Cluster, TajweedRule>();
  for (const [at, cluster] of clusters.entries()) {
    for (const rule of rules) {
      const finding = rule({ clusters, at, cluster });
      if (!finding) continue;
      if (finding.into) merged.set(finding.into, finding.rule);
      found.set(cluster, finding.rule);
      break;
    }
  }
  const marks: TajweedMark[] = [];
  for (const cluster of clusters) {
    const own = found.get(cluster);
    // A letter into which another one merges is marked with that rule, unless it has a rule of its
    // own.
    const rule = own === undefined || own === "ghunnah" ? (merged.get(cluster) ?? own) : own;
    if (!rule) continue;
    marks.push({ start: cluster.start, end: cluster.end, rule });
  }
  return marks;
}

/**
 * The next letter that is pronounced if the reader doesn't pause. An alif after a tanween isn't
 * pronounced.
 */
function nextPronounced({ clusters, at, cluster }: Place): Cluster | undefined {
  return clusters.slice(at + 1, at + 6).find((each, index) => {
    if (isSilent(each)) return false;
    const ends = index === 0 && each.word === cluster.word && /[اى]/.test(each.letter);
    return !(ends && isBare(each) && findTanween(cluster));
  });
}

/** Special readings that occur at single places and that a teacher demonstrates. */
function findRare({ clusters, at, cluster }: Place): Finding | undefined {
  // Sakt, sin instead of sad, imalah (11:41), ishmam (12:11) and tas-hil (41:44).
  if (/[\u06dc\u06ea\u06ec]/.test(cluster.signs)) return { rule: "rare" };
  const next = clusters[at + 1];
  return isCarrier(cluster) && next && hasSign(next, sign.smallSin) ? { rule: "rare" } : undefined;
}

function findSilent({ clusters, at, cluster }: Place): Finding | undefined {
  if (isSilent(cluster)) return { rule: "silent" };
  // A reader who begins here pronounces the wasl.
  if (isWasl(cluster)) return at > 0 ? { rule: "wasl" } : undefined;
  const next = clusters[at + 1];
  const isArticle = cluster.letter === "ل" && isBare(cluster) && next?.word === cluster.word;
  if (!isArticle || !hasSign(next, sign.shadda) || isNameOfAllah(clusters, at)) return undefined;
  return { rule: "sun-lam" };
}

/** The two lams of the name are drawn as one glyph. */
function isNameOfAllah(clusters: readonly Cluster[], at: number): boolean {
  const [lam, ha, after] = clusters.slice(at + 1, at + 4);
  if (lam?.letter !== "ل" || ha?.letter !== "ه" || hasSign(ha, sign.sukun)) return false;
  return after === undefined || after.word !== ha.word || after.letter === "م";
}

/** Long vowels with the sign of lengthening. */
function findMadd(place: Place): Finding | undefined {
  const { clusters, at, cluster } = place;
  if (!hasSign(cluster, sign.maddah)) return undefined;
  // Hamza with this sign means a hamza before a long a of normal duration.
  if (isHamza(cluster)) return undefined;
  // The letters at the beginning of surahs are pronounced as their names.
  const before = clusters.slice(0, at).findLast((each) => !isSilent(each));
  if (!isLong(cluster, before)) return { rule: "madd-lazim" };
  const next = clusters.slice(at + 1).find((each) => !isSilent(each));
  if (!next) return undefined;
  if (next.word !== cluster.word || isCall(place)) {
    return isHamza(next) ? { rule: "madd-munfasil" } : { rule: "madd-lazim" };
  }
  return { rule: isHamza(next) ? "madd-muttasil" : "madd-lazim" };
}

/**
 * The particles ya and ha are separate words, although they are joined to the next one in writing.
 */
function isCall({ clusters, at, cluster }: Place): boolean {
  const written = clusters
    .slice(Math.max(0, at - 3), at + 1)
    .filter(({ word }) => word === cluster.word)
    .map(({ letter }) => letter)
    .join("");
  return hasSign(cluster, sign.daggerAlif) && /^[وفأ]?[يه]ـ?$/.test(written);
}

/**
 * Noon with sukun, and tanween. The signs distinguish all cases, except for the letter that
 * follows.
 */
function findNoonRule(place: Place): Finding | undefined {
  const { cluster } = place;
  const isNoon =
    (cluster.letter === "ن" && /^[\u06e2]?$/.test(cluster.signs)) ||
    hasSign(cluster, sign.smallNoon);
  const tanween = findTanween(cluster);
  const next = nextPronounced(place);
  if (!next || !(isNoon || tanween) || tanween === "stacked") return undefined;
  if (tanween === "with meem" || hasSign(cluster, "\u06e2")) return { rule: "iqlab" };
  if (/[ينمو]/.test(next.letter)) return { rule: "idgham-ghunnah", into: next };
  if (/[لر]/.test(next.letter)) return { rule: "idgham", into: next };
  return { rule: "ikhfa" };
}

function findMeemRule(place: Place): Finding | undefined {
  const { cluster } = place;
  if (cluster.letter !== "م" || !isBare(cluster)) return undefined;
  const next = nextPronounced(place);
  if (next?.letter === "ب") return { rule: "ikhfa-shafawi" };
  return next?.letter === "م" ? { rule: "idgham-shafawi", into: next } : undefined;
}

/** A letter without a sign, which merges into an identical or similar letter. */
function findLetterRule(place: Place): Finding | undefined {
  const { cluster } = place;
  if (!isBare(cluster) || /[اويىنمـ]/.test(cluster.letter) || isWasl(cluster)) return undefined;
  if (cluster.letter === smallWaw || cluster.letter === smallYa) return undefined;
  const next = nextPronounced(place);
  // Within a word, this is the lam of the article.
  if (cluster.letter === "ل" && next?.word === cluster.word) return undefined;
  const merges =
    next && (hasSign(next, sign.shadda) || (cluster.letter === "ط" && next.letter === "ت"));
  return merges ? { rule: "idgham-letters", into: next } : undefined;
}

function findQalqalah(place: Place): Finding | undefined {
  const { cluster } = place;
  if (!/[قطبجد]/.test(cluster.letter)) return undefined;
  const stops = lastPronounced(place.clusters) === cluster;
  return stops || hasSign(cluster, sign.sukun) ? { rule: "qalqalah" } : undefined;
}

/**
 * The last letter that is pronounced if the reader pauses after the verse; none if the verse then
 * ends in a long vowel.
 */
function lastPronounced(clusters: readonly Cluster[]): Cluster | undefined {
  const isDropped = ({ letter, signs }: Cluster) =>
    (letter === smallWaw || letter === smallYa) && !/[\u064e-\u0650]/.test(signs);
  const at = clusters.findLastIndex((each) => !isDropped(each));
  const last = clusters[at];
  if (!last || isSilent(last) || isLong(last, clusters[at - 1])) return undefined;
  // Tanween of a becomes a long vowel, which is written with alif or above hamza.
  const isCarried = /[اى]/.test(last.letter) && isBare(last);
  const becomesLong = isHamza(last) && /[\u064b\u0657]/.test(last.signs);
  return isCarried || becomesLong ? undefined : last;
}

/** A long vowel or soft letter before the last letter of a verse. */
function findMaddBeforeStop({ clusters, at, cluster }: Place): Finding | undefined {
  const next = clusters[at + 1];
  if (!next || next.word !== cluster.word || lastPronounced(clusters) !== next) return undefined;
  const before = clusters[at - 1];
  return isLong(cluster, before) || isSoft(cluster, before) ? { rule: "madd-stop" } : undefined;
}

function findGhunnah({ cluster }: Place): Finding | undefined {
  return /[نم]/.test(cluster.letter) && hasSign(cluster, sign.shadda)
    ? { rule: "ghunnah" }
    : undefined;
}
