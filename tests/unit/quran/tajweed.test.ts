/** Checks the rules of tajweed in all 6,236 verses. docs/tajweed.md describes them for teachers. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { numberOfVerse, surahs } from "#lib/quran/quran.ts";
import {
  type Cluster,
  findTanween,
  hasSign,
  isBare,
  isHamza,
  isSilent,
  isWasl,
  listClusters,
  sign,
} from "#lib/quran/tajweed/clusters.ts";
import { groupOf, type TajweedGroup, type TajweedRule } from "#lib/quran/tajweed/rules.ts";
import { tajweedSamples } from "#lib/quran/tajweed/samples.ts";
import { markTajweed, type TajweedMark } from "#lib/quran/tajweed/tajweed.ts";
import { createTextWriter } from "#lib/quran/tajweed/write-text.ts";
import { type QuranVerse, readSurah } from "#server/quran/quran-text.ts";

let verses: QuranVerse[];
let marks: TajweedMark[][];
let clusters: Cluster[][];
beforeAll(async () => {
  const context = { config: { quranEditions: [] } };
  const all = await Promise.all(surahs.map(({ number }) => readSurah(context, number)));
  verses = all.flat();
  marks = verses.map(({ text }) => markTajweed(text));
  clusters = verses.map(({ text }) => listClusters(text));
});

const at = (key: string): number => {
  const [surah = 0, verse = 0] = key.split(":").map(Number);
  return (numberOfVerse({ surah, verse }) ?? 0) - 1;
};
const textOf = (key: string) => verses[at(key)]?.text ?? "";

/** The parts of a verse that a rule marks. */
const found = (key: string, rule: TajweedRule) =>
  (marks[at(key)] ?? [])
    .filter((mark) => mark.rule === rule)
    .map(({ start, end }) => textOf(key).slice(start, end));

/** The text that a reader who doesn't pause after a verse recites next. */
function textAfter(index: number): string {
  const next = verses[index + 1];
  const opening = verses[0]?.text ?? "";
  if (!next) return opening;
  const hasBasmala = next.verse === 1 && !next.key.startsWith("9:");
  return hasBasmala ? opening : next.text;
}

/** The rule for a noon or tanween according to the letter that follows, as teachers state it. */
function ruleByLetter(place: Cluster, next: Cluster): string {
  if (isHamza(next) || isWasl(next) || /[هعحغخ]/.test(next.letter)) return "clear";
  if (next.letter === "ب") return "iqlab";
  if (/[ينمو]/.test(next.letter)) return next.word === place.word ? "clear" : "merges";
  return /[لر]/.test(next.letter) ? "merges" : "hidden";
}

/**
 * The rule for a noon or tanween according to its signs; merging and hiding are written in the same
 * way.
 */
function ruleBySign(place: Cluster): string | undefined {
  const tanween = findTanween(place);
  const isNoon = (place.letter === "ن" && place.signs === "") || hasSign(place, sign.smallNoon);
  if (tanween === "with meem" || (place.letter === "ن" && place.signs === "\u06e2")) return "iqlab";
  if (tanween === "stacked" || (place.letter === "ن" && place.signs === sign.sukun)) return "clear";
  return isNoon || tanween === "open" ? "merges or hidden" : undefined;
}

describe("the rules of noon and tanween", () => {
  test("agree in all verses, whether they follow from the signs or from the next letter", () => {
    const differing: string[] = [];
    let places = 0;
    for (const [index, { key, text }] of verses.entries()) {
      const own = clusters[index] ?? [];
      const all = listClusters(`${text} ${textAfter(index).slice(0, 20)}`);
      for (const [position, place] of all.slice(0, own.length).entries()) {
        const bySign = ruleBySign(place);
        if (!bySign) continue;
        places += 1;
        const rest = all.slice(position + 1, position + 7);
        const carrier = rest[0];
        const isCarrier = carrier?.word === place.word && /[اى]/.test(carrier.letter);
        if (carrier && isCarrier && isBare(carrier) && findTanween(place)) rest.shift();
        const next = rest.find((each) => !isSilent(each));
        const byLetter = next && ruleByLetter(place, next);
        if (!byLetter || !bySign.includes(byLetter)) differing.push(`${key} ${bySign} ${byLetter}`);
      }
    }
    expect(differing).toEqual([]);
    expect(places).toBe(16_019);
  });

  test("mark nothing where a short pause separates the words, or within one word", () => {
    expect(found("75:27", "idgham")).toEqual([]);
    expect(found("61:4", "idgham-ghunnah").join()).not.toContain("يَ");
    expect(found("36:1", "idgham-ghunnah")).toEqual([]);
  });

  test("include the small noon of 21:88", () => {
    expect(found("21:88", "ikhfa").join()).toContain("\u06e8");
  });
});

describe("the rules of madd", () => {
  test("explain every sign of lengthening", () => {
    const unexplained: string[] = [];
    for (const [index, { key }] of verses.entries()) {
      const own = clusters[index] ?? [];
      for (const [position, cluster] of own.entries()) {
        if (!hasSign(cluster, sign.maddah) || isHamza(cluster)) continue;
        const follows = own.slice(position + 1).some((each) => !isSilent(each));
        const isMarked = marks[index]?.some(
          ({ start, rule }) => start === cluster.start && rule.startsWith("madd"),
        );
        // At the end of a verse, the next verse begins with hamza.
        if (!isMarked && (follows || !/^۞?[أإءـ]/.test(textAfter(index)))) unexplained.push(key);
      }
    }
    expect(unexplained).toEqual([]);
  });

  test("separate the particles ya and ha from the word that they are written with", () => {
    expect(found("2:21", "madd-munfasil")).toHaveLength(1);
    expect(found("2:31", "madd-munfasil")).toHaveLength(1);
    expect(found("2:31", "madd-muttasil")).toHaveLength(4);
    expect(found("69:19", "madd-muttasil")).toHaveLength(1);
  });

  test("require six counts before a doubled letter and in the letters that begin surahs", () => {
    expect(found("1:7", "madd-lazim")).toHaveLength(1);
    expect(found("2:1", "madd-lazim")).toHaveLength(2);
    expect(found("10:51", "madd-lazim")).toHaveLength(1);
    expect(found("2:4", "madd-lazim")).toEqual([]);
  });

  test("lengthen the vowel before the last letter of a verse, but not one that ends it", () => {
    for (const key of ["1:1", "1:2", "106:1", "114:1"]) {
      expect(found(key, "madd-stop"), key).toHaveLength(1);
    }
    for (const key of ["91:1", "92:1", "112:1", "18:1", "4:1"]) {
      expect(found(key, "madd-stop"), key).toEqual([]);
    }
  });
});

test("qalqalah is marked at every sukun of its letters, and at the end of a verse", () => {
  const expected = clusters
    .flat()
    .filter((each) => /[قطبجد]/.test(each.letter) && hasSign(each, sign.sukun));
  const marked = verses.flatMap(({ key }) => found(key, "qalqalah"));
  expect(marked.filter((text) => text.includes(sign.sukun))).toHaveLength(expected.length);
  for (const key of ["111:1", "112:1", "113:1"])
    expect(found(key, "qalqalah").at(-1)).toBeDefined();
  expect(found("78:36", "qalqalah").at(-1) ?? "").not.toContain("\u064b");
});

test("a meem without a sign merges into meem or is hidden before ba, everywhere", () => {
  // After these verses the reader pauses, so nothing is marked there.
  const unexplained = verses.filter(({ text }, index) =>
    clusters[index]?.some(
      (each) =>
        each.letter === "م" &&
        isBare(each) &&
        each.end < text.length &&
        !marks[index]?.some(({ start, rule }) => start === each.start && rule.endsWith("shafawi")),
    ),
  );
  expect(unexplained.map(({ key }) => key)).toEqual([]);
});

test("the lams of the name of Allah are not marked", () => {
  expect(found("1:1", "sun-lam")).toHaveLength(2);
  expect(found("77:31", "sun-lam")).toHaveLength(1);
  expect(found("3:26", "sun-lam")).toEqual([]);
});

test("the joining hamza is marked except at the beginning of a verse", () => {
  expect(found("1:1", "wasl")).toHaveLength(3);
  expect(found("1:2", "wasl")).toHaveLength(1);
});

test("each rule is found as often as docs/tajweed.md says, with its examples", () => {
  const documentation = readFileSync(join(import.meta.dirname, "../../../docs/tajweed.md"), "utf8");
  const documented = [...documentation.matchAll(/^### `(.+?)`.*\(([\d,]+)\)$/gm)];
  const counts = Object.groupBy(marks.flat(), ({ rule }) => rule);
  const stated = documented.map(([, rule = "", count = ""]) => [
    rule,
    Number(count.replace(",", "")),
  ]);
  expect(Object.fromEntries(stated)).toEqual(
    Object.fromEntries(Object.entries(counts).map(([rule, found]) => [rule, found.length])),
  );
  for (const section of documentation.split(/^### /m).slice(1)) {
    const rule = /^`(.+?)`/.exec(section)?.[1] as TajweedRule;
    const examples = [...section.matchAll(/([\u0621-\u06ed ]+) \((\d+:\d+)\)/g)];
    expect(examples.length, rule).toBeGreaterThan(0);
    for (const [, example = "", key = ""] of examples) {
      // The examples are written without pause signs.
      const pattern = example.trim().replaceAll(/(?= |$)/g, "[\u06d6-\u06db]?");
      const start = textOf(key).search(new RegExp(pattern, "u"));
      expect(start, `${key} ${example}`).toBeGreaterThanOrEqual(0);
      const end = start + example.length;
      const marked = (marks[at(key)] ?? []).filter((mark) => mark.rule === rule);
      expect(
        marked.some((mark) => mark.start >= start && mark.start < end),
        `${rule} in ${key} ${example}`,
      ).toBe(true);
    }
  }
});

test("each sample of the legend contains the rule that it illustrates", () => {
  for (const [group, { surah, verse, words }] of Object.entries(tajweedSamples)) {
    const key = `${surah}:${verse}`;
    const parts = textOf(key).split(" ");
    const start = parts.slice(0, words[0] - 1).join(" ").length;
    const end = parts.slice(0, words[1]).join(" ").length;
    const within = (marks[at(key)] ?? []).filter((mark) => mark.start >= start && mark.end <= end);
    expect(
      within.map(({ rule }) => groupOf(rule)),
      group,
    ).toContain(group as TajweedGroup);
  }
});

describe("a written verse", () => {
  const unmarked = (html: string) => html.replaceAll(/<[^>]+>/g, "");

  test("contains the canonical text, and no element contains a space", () => {
    const differing = verses.filter(({ text }, index) => {
      const html = createTextWriter(text, marks[index] ?? [])();
      return unmarked(html) !== text || /<span class="tj-[a-z-]+">[^<]* /.test(html);
    });
    expect(differing).toEqual([]);
  });

  test("can be written in parts, such as the lines of the printed mushaf", () => {
    for (const key of ["2:255", "2:282", "11:41", "1:1"]) {
      const text = textOf(key);
      const write = createTextWriter(text, marks[at(key)] ?? []);
      const middle = text.indexOf(" ", text.length / 2);
      const parts = [write(0, middle), write(middle + 1)];
      expect(parts.join(" "), key).toBe(write());
      expect(parts.map(unmarked).join(" "), key).toBe(text);
    }
  });

  test("consists only of the text if nothing is marked", () => {
    expect(createTextWriter("قُلۡ هُوَ", [])()).toBe("قُلۡ هُوَ");
    expect(createTextWriter("قُلۡ هُوَ", [])(5)).toBe("هُوَ");
  });
});
