import { SelectField } from "#islands/ui/form/SelectField.tsx";
import {
  describePassage,
  intersect,
  merge,
  type Passage,
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
          options={listVerses({ first: offered.first, last })}
          onChange={({ target }) => onPassage({ first: Number(target.value), last })}
        />
        <SelectField
          label={recitationTexts("toVerse")}
          value={String(last)}
          options={listVerses({ first, last: offered.last })}
          onChange={({ target }) => onPassage({ first, last: Number(target.value) })}
        />
      </div>
    </details>
  );
}

const listVerses = ({ first, last }: Passage) =>
  Array.from({ length: last - first + 1 }, (_, index) => {
    const number = first + index;
    return { value: String(number), label: keyOfVerse(verseOfNumber(number)) };
  });
