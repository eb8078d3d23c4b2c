import { SelectField } from "#islands/ui/form/SelectField.tsx";
import {
  describePassage,
  intersect,
  merge,
  type Passage,
  surahs,
  verseOfNumber,
} from "#lib/quran/quran.ts";
import { keyOfVerse } from "#lib/quran/verse-key.ts";
import {
  kindNames,
  type RecitationKind,
  recitationKinds,
} from "#lib/recitations/recitations.rules.ts";
import { getTexts } from "#translations/marking.ts";
import { getTexts as getRecitationTexts } from "#translations/recitations.ts";

interface LessonChoiceProps {
  kind: RecitationKind;
  passage: Passage;
  /** The open passage, whose verses can be chosen. */
  open: Passage;
  onKind: (kind: RecitationKind) => void;
  onPassage: (passage: Passage) => void;
}

/** How the recitation is entered in the lesson log: its type and its verses. */
export function LessonChoice({ kind, passage, open, onKind, onPassage }: LessonChoiceProps) {
  const t = getTexts("marking");
  const recitationTexts = getRecitationTexts("recitations");
  // Marks from an earlier class may be outside the open passage.
  const offered = intersect(open, passage) ? (merge([open, passage])[0] ?? open) : passage;
  const { first, last } = passage;
  return (
    <details className="marking-lesson">
      <summary>
        <span className="marking-lesson-long">
          {t("lesson", { kind: kindNames[kind], passage: describePassage(passage) })}
        </span>
        <span className="marking-lesson-short">{t("lessonShort")}</span>
      </summary>
      <div className="marking-fields">
        <SelectField
          label={t("lessonKind")}
          value={kind}
          options={recitationKinds.map((each) => ({ value: each, label: kindNames[each] }))}
          onChange={({ target }) => {
            const chosen = recitationKinds.find((each) => each === target.value);
            if (chosen) onKind(chosen);
          }}
        />
        <SelectField
          label={recitationTexts("fromVerse")}
          value={String(first)}
          options={listVerses({ first: offered.first, last }, first)}
          onChange={({ target }) => onPassage({ first: Number(target.value), last })}
        />
        <SelectField
          label={recitationTexts("toVerse")}
          value={String(last)}
          options={listVerses({ first, last: offered.last }, last)}
          onChange={({ target }) => onPassage({ first, last: Number(target.value) })}
        />
      </div>
    </details>
  );
}

/** More than the longest surah contains. */
const maxListed = 300;
/** In longer passages, this many verses before and after the chosen one are listed. */
const listedAround = 100;

/**
 * The verses to choose from. A passage over many surahs can have thousands, so only those near the chosen
 * one are listed, with the ends of the passage and the beginning of each surah, from which every other
 * verse can be reached.
 */
function listVerses({ first, last }: Passage, chosen: number) {
  const isListed = (number: number) =>
    last - first < maxListed ||
    number === first ||
    number === last ||
    Math.abs(number - chosen) <= listedAround ||
    surahStarts.has(number);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    .filter(isListed)
    .map((number) => ({ value: String(number), label: keyOfVerse(verseOfNumber(number)) }));
}

const surahStarts: ReadonlySet<number> = new Set(surahs.map((surah) => surah.first));
