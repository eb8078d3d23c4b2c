import { useEffect, useId, useRef, useState } from "react";
import type { ReciterView } from "#lib/audio/audio.responses.ts";
import {
  loopsRange,
  type PlaybackPlan,
  repeatCounts,
  withRange,
} from "#lib/audio/playback-plan.ts";
import { speeds } from "#lib/audio/player-settings.ts";
import { remembered } from "#lib/client/browser-storage.ts";
import { getTexts } from "#translations/audio.ts";
import { UpgradeNote } from "../plans/shared/UpgradeNote.tsx";
import { Button } from "../ui/Button.tsx";
import { CloseButton } from "../ui/CloseButton.tsx";
import { type Option, SelectField } from "../ui/form/SelectField.tsx";
import { findVerse, type WrapWords } from "./page-verses.ts";
import type { Player, PlayerState, WordRange } from "./player.ts";
import { useLoops } from "./use-loops.ts";

interface PlayerOptionsProps {
  player: Player;
  state: PlayerState;
  reciters: readonly ReciterView[];
  wrapWords: WrapWords;
  onClose: () => void;
}

/** Speed, range and repetition. Every change takes effect at once. */
export function PlayerOptions({ player, state, reciters, wrapWords, onClose }: PlayerOptionsProps) {
  const t = getTexts("audio");
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const { plan, reciter, speed, rests } = state;
  const loops = useLoops();
  const [isLimited, setIsLimited] = useState(false);
  const changePlan = (changes: Partial<PlaybackPlan>) => {
    const isLoop = !loops && loopsRange({ ...plan, ...changes });
    setIsLimited(isLoop);
    player.changePlan(isLoop ? { ...changes, rangeRepeats: 1 } : changes);
  };
  useEffect(() => panel.current?.focus(), []);
  const verses = plan.verses.map((verse, index) => ({ value: String(index), label: verse }));
  const counts = repeatCounts.map((count) => ({
    value: String(count),
    label: Number.isFinite(count) ? t("repeatCount", { count }) : t("endless"),
  }));
  return (
    <section ref={panel} tabIndex={-1} aria-labelledby={titleId} className="page player-options">
      <h2 id={titleId} className="text-subheading">
        {t("options")}
      </h2>
      <div className="player-fields">
        {reciters.length > 1 && (
          <SelectField
            label={t("reciter")}
            className="player-reciter"
            value={reciter.id}
            options={reciters.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ target }) => {
              const chosen = reciters.find(({ id }) => id === target.value);
              if (!chosen) return;
              remembered.set("audioReciter", chosen.id);
              player.setReciter(chosen);
            }}
          />
        )}
        <SelectField
          label={t("speed")}
          value={String(speed)}
          options={speeds.map((each) => ({
            value: String(each),
            label: t("speedValue", { speed: String(each) }),
          }))}
          onChange={({ target }) => {
            remembered.set("audioSpeed", target.value);
            player.setSpeed(Number(target.value));
          }}
        />
        <SelectField
          label={t("verseRepeats")}
          value={String(plan.verseRepeats)}
          options={counts}
          onChange={({ target }) => changePlan({ verseRepeats: Number(target.value) })}
        />
        {verses.length > 1 && (
          <>
            <SelectField
              label={t("firstVerse")}
              value={String(plan.first)}
              options={verses}
              onChange={({ target }) =>
                changePlan(
                  withRange(plan, Number(target.value), Math.max(Number(target.value), plan.last)),
                )
              }
            />
            <SelectField
              label={t("lastVerse")}
              value={String(plan.last)}
              options={verses}
              onChange={({ target }) =>
                changePlan(
                  withRange(plan, Math.min(plan.first, Number(target.value)), Number(target.value)),
                )
              }
            />
            <SelectField
              label={t("rangeRepeats")}
              value={String(plan.rangeRepeats)}
              options={counts}
              onChange={({ target }) => changePlan({ rangeRepeats: Number(target.value) })}
            />
          </>
        )}
      </div>
      <div role="status">{isLimited && <UpgradeNote feature="loops" />}</div>
      <label className="flex items-center gap-2.5 text-sm">
        <input
          type="checkbox"
          className="checkbox checkbox-sm"
          checked={rests}
          onChange={({ target }) => player.setRests(target.checked)}
        />
        {t("rests")}
      </label>
      <WordLoop key={state.verse} {...{ player, state, wrapWords }} />
      <p className="text-muted text-xs">
        {reciter.practice && `${t("practiceNote")} `}
        {t("credit", { credit: reciter.credit, terms: reciter.terms })}
      </p>
      <CloseButton onClick={onClose} />
    </section>
  );
}

/** Repeats some words of the current verse. */
function WordLoop({ player, state, wrapWords }: Omit<PlayerOptionsProps, "reciters" | "onClose">) {
  const t = getTexts("audio");
  const { verse, timings, words: repeated } = state;
  const element = findVerse(verse);
  const words = element ? wrapWords(element).map((word) => word.textContent ?? "") : [];
  const [{ from, to }, setRange] = useState(repeated ?? { from: 1, to: words.length });
  const choose = (range: WordRange) => {
    setRange(range);
    if (repeated) player.repeatWords(range);
  };
  if (timings?.words !== words.length) {
    return <p className="text-muted text-sm">{t("noWordTimes")}</p>;
  }
  const options: Option[] = words.map((word, index) => ({
    value: String(index + 1),
    label: `${index + 1} · ${word}`,
  }));
  return (
    <fieldset className="player-fields player-words">
      <legend className="mb-2 text-sm font-semibold">{t("words", { verse })}</legend>
      <SelectField
        label={t("firstWord")}
        value={String(from)}
        options={options}
        onChange={({ target }) => {
          const first = Number(target.value);
          choose({ from: first, to: Math.max(to, first) });
        }}
      />
      <SelectField
        label={t("lastWord")}
        value={String(to)}
        options={options}
        onChange={({ target }) => {
          const last = Number(target.value);
          choose({ from: Math.min(from, last), to: last });
        }}
      />
      <Button
        look="quiet"
        className="justify-self-start whitespace-nowrap"
        onClick={() => player.repeatWords(repeated ? undefined : { from, to })}
      >
        {repeated ? t("stopRepeating") : t("repeatWords")}
      </Button>
    </fieldset>
  );
}
