import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { describePassage, type Passage } from "#lib/quran/quran.ts";
import { keyOfMarked, type MistakeType } from "#lib/recitations/marked-words.rules.ts";
import { isFar, type WordPlace } from "#lib/recitations/marking.ts";
import { getTexts } from "#translations/marking.ts";
import { getTexts as getRecitationTexts } from "#translations/recitations.ts";
import { describeLesson, FormerLesson, TakeBack } from "./FormerLesson.tsx";
import { LessonChoice } from "./LessonChoice.tsx";
import { MistakeTypes } from "./MistakeTypes.tsx";
import { OutgoingLessons } from "./OutgoingLessons.tsx";
import { SettledButton, SettlingContext } from "./SettledButton.tsx";
import { type FinishedLesson, type Reciter, useMarking } from "./use-marking.ts";
import { usePaintedWords } from "./use-painted-words.ts";
import { useSettling } from "./use-settling.ts";
import { useWordInput } from "./use-word-input.ts";

interface MarkingBarProps {
  reciter: Reciter;
  /** The open passage, which the student probably recites. */
  passage: Passage;
  /** The element that contains the words. While the bar is shown, tapping a word marks it. */
  text: RefObject<HTMLElement | null>;
  /** The student who recites next. */
  next?: { name: string; choose: (finished?: FinishedLesson) => void } | undefined;
  /** The lesson of the student before this one. */
  former?: FinishedLesson | undefined;
  /** Whether the bar replaces another student's, with its buttons under the finger that tapped there. */
  replacesBar?: boolean;
  onClose: () => void;
  /** Moves through the text. In short windows, it replaces the page's own buttons. */
  children?: ReactNode;
}

const noWords = [] as const;

/** The bar for marking mistakes while a student recites. Use a different key for each student. */
export function MarkingBar(props: MarkingBarProps) {
  const { reciter, passage, text, next, former, replacesBar = false, onClose, children } = props;
  const t = getTexts("marking");
  const recitationTexts = getRecitationTexts("recitations");
  const state = useMarking({ reciter, passage });
  const { marking, kind, weakWords, finished } = state;
  const [type, setType] = useState<MistakeType>("forgotten");
  const [news, setNews] = useState("");
  /** A word far from the recitation, which is marked if it is tapped again. */
  const [far, setFar] = useState<WordPlace>();
  const bar = useRef<HTMLElement>(null);
  // The second tap of a double tap would log a lesson for someone who hasn't recited, or take one back.
  const { isSettling, settle, stopSettling } = useSettling(replacesBar);

  // The button that opened the bar has disappeared, and with it the focus.
  useEffect(() => {
    if (document.activeElement === document.body) bar.current?.focus({ preventScroll: true });
  }, []);

  const mistakeAt = (place: WordPlace) =>
    marking.words.find((word) => keyOfMarked(word) === keyOfMarked(place))?.mistake;
  const describeFar = ({ verse }: WordPlace) =>
    t("far", { verse, passage: describePassage(marking.passage) });
  const mark = (place: WordPlace) => {
    stopSettling();
    const isConfirmed = far !== undefined && keyOfMarked(far) === keyOfMarked(place);
    const isRefused = isFar(marking, place) && !isConfirmed;
    setFar(isRefused ? place : undefined);
    if (isRefused) {
      setNews(describeFar(place));
      return;
    }
    const values = { word: readWord(text.current, place), verse: place.verse };
    const isRemoved = mistakeAt(place) === type;
    state.mark(place, type);
    setNews(
      isRemoved
        ? t("unmarked", values)
        : t("marked", { ...values, mistake: recitationTexts(type) }),
    );
  };
  const undo = () => {
    setFar(undefined);
    const step = marking.steps.at(-1);
    if (!step) return;
    state.undo();
    const values = { word: readWord(text.current, step), verse: step.verse };
    setNews(
      t("wordLabel", {
        ...values,
        state: step.before ? recitationTexts(step.before) : t("notMarked"),
      }),
    );
  };
  const finish = (): FinishedLesson => {
    settle();
    return state.finish();
  };
  usePaintedWords(text, marking.words, weakWords ?? noWords);
  useWordInput({
    text,
    onWord: mark,
    onType: setType,
    onUndo: undo,
    describe(place, word) {
      const mistake = mistakeAt(place);
      const stateText = mistake ? recitationTexts(mistake) : t("notMarked");
      return t("wordLabel", { word, verse: place.verse, state: stateText });
    },
  });
  return (
    <SettlingContext value={isSettling}>
      <section
        ref={bar}
        tabIndex={-1}
        className="marking-bar outline-none"
        aria-label={t("marking", { name: reciter.name })}
      >
        <div className="marking-head">
          <p className="marking-name">
            <strong dir="auto">{reciter.name}</strong>{" "}
            {!finished && (
              <span className="tabular">
                {recitationTexts("mistakes", { count: marking.words.length })}
              </span>
            )}
          </p>
          {!finished && (
            <LessonChoice
              kind={kind}
              passage={marking.passage}
              open={passage}
              onKind={state.chooseKind}
              onPassage={state.choosePassage}
            />
          )}
          <Button look="plain" className="btn-sm marking-close" onClick={onClose}>
            <span className="marking-close-name">{t("stopMarking")}</span>
            <Icon name="close" className="marking-close-icon size-4" />
          </Button>
        </div>
        {finished ? (
          <p className="marking-finished">
            <strong>{describeLesson(finished)}</strong>
          </p>
        ) : (
          <MistakeTypes chosen={type} onChoose={setType} />
        )}
        <div className="marking-actions">
          {finished ? (
            <>
              <TakeBack
                finished={finished}
                onDone={() => {
                  settle();
                  state.restore();
                }}
              />
              <SettledButton
                look="quiet"
                onClick={() => {
                  settle();
                  state.startOver();
                }}
              >
                {t("again")}
              </SettledButton>
              {next && (
                <SettledButton className="marking-next" onClick={() => next.choose()}>
                  <span className="marking-line">{t("next", { name: next.name })}</span>
                </SettledButton>
              )}
            </>
          ) : (
            <>
              <SettledButton look="quiet" aria-disabled={marking.steps.length === 0} onClick={undo}>
                {t("undo")}
              </SettledButton>
              <SettledButton look={next ? "quiet" : "main"} onClick={finish}>
                {t("finish")}
              </SettledButton>
              {next && (
                <SettledButton
                  className="marking-next"
                  aria-label={t("finishAndNext", { name: next.name })}
                  onClick={() => next.choose(finish())}
                >
                  <span className="marking-long">{t("finishAndNext", { name: next.name })}</span>
                  <span className="marking-short">{t("next", { name: next.name })}</span>
                </SettledButton>
              )}
            </>
          )}
          {children && <div className="marking-steps">{children}</div>}
        </div>
        <p className="marking-help muted">
          {weakWords ? t("weakCount", { count: weakWords.length }) : t("weakUnknown")}{" "}
          {t("howToMark")} <span className="marking-keys">{t("keys")}</span>
        </p>
        {far && isFar(marking, far) && (
          <p className="marking-waiting">
            <strong>{describeFar(far)}</strong>
          </p>
        )}
        {former && !finished && (
          <FormerLesson key={former.lesson.input.clientId} finished={former} />
        )}
        <OutgoingLessons />
        <p role="status" className="sr-only">
          {news}
        </p>
      </section>
    </SettlingContext>
  );
}

const readWord = (text: HTMLElement | null, { verse, word }: WordPlace): string =>
  text?.querySelector(`[data-verse="${verse}"] [data-word="${word}"]`)?.textContent ?? "";
