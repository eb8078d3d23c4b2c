/** Tracks who is typing. Names expire a few seconds after their last event. */
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/conversations.ts";

const t = getTexts("conversations");

const typingLasts = 5_000;

export interface TypingNames {
  note(profileId: string, name: string): void;
  forget(profileId: string): void;
  stop(): void;
}

/** @param show called with all names whenever they change. */
export function createTypingNames(show: (names: string[]) => void): TypingNames {
  const typists = new Map<string, { name: string; until: ReturnType<typeof setTimeout> }>();
  const showNames = () => show([...typists.values()].map(({ name }) => name));
  const typed: TypingNames = {
    note(profileId, name) {
      clearTimeout(typists.get(profileId)?.until);
      const until = setTimeout(() => typed.forget(profileId), typingLasts);
      typists.set(profileId, { name, until });
      showNames();
    },
    forget(profileId) {
      clearTimeout(typists.get(profileId)?.until);
      if (typists.delete(profileId)) showNames();
    },
    stop() {
      for (const { until } of typists.values()) clearTimeout(until);
    },
  };
  return typed;
}

/** 'Amina is typing...', 'Amina and Yusuf are typing...', '5 people are typing...' */
export function describeTyping(names: readonly string[]): string {
  if (names.length > 2) return t("typing.many", { count: names.length });
  const [first = "", second] = names.map(isolatedInRtl);
  return second === undefined
    ? t("typing.one", { name: first })
    : t("typing.two", { first, second });
}
