/** Adds the items that demo students have created in the Quran reader. */
import { planLimits } from "#lib/plans/plan-limits.ts";
import { arabicEdition } from "#lib/quran/editions.ts";
import { parseVerseKey } from "#lib/quran/quran.ts";
import { numberOfKey } from "#lib/quran/verse-key.ts";
import { clockOfTime } from "#lib/study/clock.ts";
import { highlightId } from "#lib/study/highlight-id.ts";
import { resumeId } from "#lib/study/study.rules.ts";
import { type StudyChange, syncInput } from "#lib/study/study.ts";
import { type QuranContext, readSurah } from "../quran/quran-text.ts";
import { storeStudyChanges } from "../study/sync.ts";
import { type DemoStudyItem, demoStudy } from "./data/study.data.ts";
import { before, type DemoPeople, type DemoRun, day, need } from "./demo-run.ts";

/** The students had the premium plan when they created collections. */
const entitlements = { plan: "premium", ...planLimits.premium } as const;

export async function addStudy(run: DemoRun, people: DemoPeople): Promise<void> {
  const { context, startedAt } = run;
  for (const { student, items } of demoStudy) {
    const written = items.map(async (item, index) => {
      const daysAgo = 2 * (items.length - index);
      const clock = clockOfTime(before(run, daysAgo * day).getTime());
      return { clock, ...(await toChange(context, item, `demo-${index + 1}`)) };
    });
    const input = syncInput.parse({ since: 0, changes: await Promise.all(written) });
    const { userId } = need(people, student);
    const options = { now: startedAt, entitlements };
    const refused = await storeStudyChanges(context, userId, input, options);
    if (refused.length > 0) throw new Error(`The demo data of ${student} exceeds a limit.`);
  }
}

type Change = Omit<StudyChange, "clock"> & Record<string, unknown>;

async function toChange(context: QuranContext, item: DemoStudyItem, id: string): Promise<Change> {
  switch (item.kind) {
    case "place":
      return { id: resumeId, kind: "bookmark", verse: item.verse, name: "" };
    case "bookmark":
    case "collection":
      return { id, ...item };
    case "note":
      return { id, kind: item.kind, text: item.text, anchor: await readAnchor(context, item) };
    case "highlight": {
      const anchor = await readAnchor(context, item);
      return { id: highlightId(anchor), kind: item.kind, color: item.color, anchor };
    }
  }
}

async function readAnchor(
  context: QuranContext,
  { verse: key, words }: { verse: string; words?: readonly [number, number] },
) {
  const { surah = 0, verse = 0 } = parseVerseKey(key) ?? {};
  const texts = (await readSurah(context, surah))[verse - 1]?.words.map(({ text }) => text) ?? [];
  const [fromWord, toWord] = words ?? [null, null];
  return {
    verse: numberOfKey(key) ?? 0,
    fromWord,
    toWord,
    edition: arabicEdition.id,
    quote: texts.slice((fromWord ?? 1) - 1, toWord ?? undefined).join(" "),
  };
}
