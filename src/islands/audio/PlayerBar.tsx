import { useStore } from "@nanostores/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { ReciterView } from "#lib/audio/audio.responses.ts";
import { endless } from "#lib/audio/playback-plan.ts";
import { rememberedInTab } from "#lib/client/browser-storage.ts";
import { nameSurahOf, parseVerseKey } from "#lib/quran/quran.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/audio.ts";
import { Spinner } from "../ui/feedback/Spinner.tsx";
import { Icon } from "../ui/Icon.tsx";
import type { FollowAlong } from "./follow-along.ts";
import { PlayerIcon } from "./PlayerIcon.tsx";
import { PlayerOptions } from "./PlayerOptions.tsx";
import { findNextPage, type WrapWords } from "./page-verses.ts";
import type { Player, PlayerState } from "./player.ts";

interface PlayerBarProps {
  player: Player;
  follow: FollowAlong;
  reciters: readonly ReciterView[];
  wrapWords: WrapWords;
  onClose: () => void;
}

/** The audio player at the bottom of the window. */
export function PlayerBar({ player, follow, reciters, wrapWords, onClose }: PlayerBarProps) {
  const t = getTexts("audio");
  const state = useStore(player.state);
  const isAway = useStore(follow.isAway);
  const [hasOptions, setHasOptions] = useState(false);
  const bar = useRef<HTMLElement>(null);
  const toggleButton = useRef<HTMLButtonElement>(null);
  const optionsButton = useRef<HTMLButtonElement>(null);
  // The pressed button disappears, so the focus goes to one that stays.
  const press = (action: () => void) => {
    action();
    toggleButton.current?.focus();
  };
  const closeOptions = () => {
    setHasOptions(false);
    optionsButton.current?.focus();
  };
  useReservedSpace(bar);
  const { status, plan, position, verse, basmala, reciter } = state;
  const isOn = status === "playing" || status === "loading" || status === "resting";
  return (
    <section
      ref={bar}
      aria-label={t("player")}
      className="player"
      onKeyDown={(event) => {
        if (event.key === "Escape" && hasOptions) closeOptions();
      }}
    >
      {hasOptions && (
        <PlayerOptions {...{ player, state, reciters, wrapWords }} onClose={closeOptions} />
      )}
      <PlayerMessage {...{ player, state, press }} />
      <Progress player={player} />
      <div className="page player-row">
        <div className="player-buttons">
          <IconButton
            label={t("previousVerse")}
            disabled={position.index === 0}
            onClick={() => player.skip(-1)}
          >
            <PlayerIcon name="previous" />
          </IconButton>
          <button
            ref={toggleButton}
            type="button"
            data-player-toggle
            className="btn btn-secondary btn-circle"
            aria-label={isOn ? t("pause") : t("play")}
            onClick={player.toggle}
          >
            {status === "loading" ? <Spinner /> : <PlayerIcon name={isOn ? "pause" : "play"} />}
          </button>
          <IconButton
            label={t("nextVerse")}
            disabled={position.index === plan.verses.length - 1 && !basmala}
            onClick={() => player.skip(1)}
          >
            <PlayerIcon name="next" />
          </IconButton>
        </div>
        <p className="player-place">
          <strong>{basmala ? nameBasmala(t, verse) : nameVerse(t, verse)}</strong>
          <span className="muted" title={reciter.practice ? t("practiceNote") : undefined}>
            {reciter.name}
            {plan.verseRepeats > 1 && ` · ${position.verseRound}/${showCount(plan.verseRepeats)}`}
          </span>
        </p>
        {isAway && status !== "ended" && (
          <button
            type="button"
            className="btn btn-ghost btn-sm h-9"
            onClick={() => press(follow.comeBack)}
          >
            {t("comeBack", { verse })}
          </button>
        )}
        <button
          ref={optionsButton}
          type="button"
          className="btn btn-ghost btn-sm h-9 px-2"
          aria-expanded={hasOptions}
          title={t("options")}
          onClick={() => setHasOptions(!hasOptions)}
        >
          <Icon name="repeat" className="size-4" />
          <span className="sr-only">{t("options")}</span>
          <span className="player-speed">{t("speedValue", { speed: String(state.speed) })}</span>
        </button>
        <IconButton label={t("close")} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
    </section>
  );
}

type Texts = ReturnType<typeof getTexts>;

function nameVerse(t: Texts, verse: string): string {
  return t("verseName", { name: nameSurahOf(parseVerseKey(verse)?.surah ?? 0), verse });
}

function nameBasmala(t: Texts, verse: string): string {
  return t("basmala", { name: nameSurahOf(parseVerseKey(verse)?.surah ?? 0) });
}

const endsPage = ({ plan }: PlayerState): boolean => plan.last === plan.verses.length - 1;

function nameEnd(t: Texts, state: PlayerState): string {
  const { plan, verse } = state;
  if (plan.first === plan.last) return t("endedVerse", { verse });
  return endsPage(state) ? t("endedPage") : t("endedRange");
}

const showCount = (count: number): string => (count === endless ? "∞" : String(count));

interface IconButtonProps {
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function IconButton({ label, disabled = false, onClick, children }: IconButtonProps) {
  return (
    <button
      type="button"
      className={`btn btn-ghost btn-circle btn-sm size-9 sm:size-10 ${disabled ? "btn-disabled" : ""}`}
      aria-label={label}
      title={label}
      // A disabled button would lose the focus.
      aria-disabled={disabled || undefined}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

interface PlayerMessageProps {
  player: Player;
  state: PlayerState;
  /** For buttons that disappear when they are pressed. */
  press: (action: () => void) => void;
}

/** What screen readers announce, once each: the listener's turn, the end, a failure. */
function PlayerMessage({ player, state, press }: PlayerMessageProps) {
  const t = getTexts("audio");
  const { status, words } = state;
  const next = status === "ended" && endsPage(state) ? findNextPage() : undefined;
  const texts: Partial<Record<PlayerState["status"], string>> = {
    resting: words ? t("restingWords") : t("resting"),
    ended: nameEnd(t, state),
    failed: t("failed"),
  };
  const text = texts[status] ?? "";
  return (
    <div className={text ? "page player-message" : "sr-only"}>
      <p role={status === "failed" ? "alert" : "status"}>{text}</p>
      {status === "failed" && (
        <button
          type="button"
          className="btn btn-secondary btn-sm h-9"
          onClick={() => press(player.retry)}
        >
          {t("retry")}
        </button>
      )}
      {status === "ended" && (
        <button
          type="button"
          className="btn btn-ghost btn-sm h-9"
          onClick={() => press(player.resume)}
        >
          {t("playAgain")}
        </button>
      )}
      {next && (
        <a
          className="btn btn-secondary btn-sm h-9"
          href={localizePath(next.href)}
          onClick={() => rememberedInTab.set("continueListening", "1")}
        >
          {t("continueWith", { name: next.name })}
        </a>
      )}
    </div>
  );
}

/**
 * The share of the verse that has been played. It is drawn many times a second, without rendering.
 */
function Progress({ player }: { player: Player }) {
  const line = useRef<HTMLDivElement>(null);
  const { status } = useStore(player.state);
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      const { currentTime, duration } = player.audio;
      const share = duration > 0 ? Math.min(1, currentTime / duration) : 0;
      if (line.current) line.current.style.scale = `${share} 1`;
      cancelAnimationFrame(frame);
      if (status === "playing") frame = requestAnimationFrame(draw);
    };
    draw();
    // A paused recording is loaded when another page continues with it.
    player.audio.addEventListener("loadedmetadata", draw);
    return () => {
      cancelAnimationFrame(frame);
      player.audio.removeEventListener("loadedmetadata", draw);
    };
  }, [player, status]);
  return <div ref={line} className="player-progress" aria-hidden="true" />;
}

/** Keeps the player from covering the end of the page and the tools. */
function useReservedSpace(bar: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty("--player-height", `${bar.current?.offsetHeight ?? 0}px`);
    });
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty("--player-height");
    };
  }, [bar]);
}
