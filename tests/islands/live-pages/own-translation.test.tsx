/** Which translation a follower of a live page sees. */
import { cleanup } from "@testing-library/react";
import { useEffect } from "react";
import { expect, test } from "vitest";
import { type Live, LiveContext } from "#islands/live-pages/live-context.ts";
import { SharedText } from "#islands/live-pages/text/SharedText.tsx";
import { useReadingSettings } from "#islands/live-pages/text/use-reading-settings.ts";
import { queryClient } from "#lib/client/query-client.ts";
import type { Language } from "#lib/languages.ts";
import { pageOfVerse } from "#lib/quran/mushaf.ts";
import { quranPageOptions } from "#lib/quran/quran.queries.ts";
import type { Verse } from "#lib/quran/quran.responses.ts";
import { numberOfKey } from "#lib/quran/verse-key.ts";
import { runWithLanguage } from "#translations/runtime.node.ts";
import { render, screen } from "../support/render.tsx";
import { snapshot } from "./page-stream.ts";

const texts = { en: "Say, He is Allah", fr: "Dis : Il est Allah", ur: "کہو" };

function ChooseFrench() {
  const { change } = useReadingSettings();
  useEffect(() => change({ translation: "fr" }), [change]);
  return null;
}

function Text() {
  const settings = useReadingSettings();
  return (
    <SharedText
      ref={{ current: null }}
      settings={settings}
      leading={{} as Parameters<typeof SharedText>[0]["leading"]}
      onNotes={() => {}}
    />
  );
}

/** Shows 112:1 on a page in this language, on a site that offers these translations. */
function follow(language: Language, translations: Verse["translations"]) {
  const page = pageOfVerse(numberOfKey("112:1") ?? 0);
  const verse = { verse: "112:1", page, juz: 30, sajda: false, text: "", words: [], translations };
  queryClient.setQueryData(quranPageOptions(page).queryKey, { page, verses: [verse] });
  const view = {
    ...snapshot,
    state: { ...snapshot.state, from: "112:1", to: "112:1", current: "112:1" },
    pointer: null,
  };
  const live = { view, isLead: false, onLeave: undefined } as unknown as Live;
  runWithLanguage(language, () => {
    render(
      <LiveContext value={live}>
        <Text />
      </LiveContext>,
    );
  });
}

test("a follower sees the translation in the language of the page", () => {
  follow("fr", texts);
  expect(screen.getByText(texts.fr)).toBeDefined();
  expect(screen.queryByText(texts.en)).toBeNull();
});

test("a follower whose translation isn't offered sees the first one that is", () => {
  follow("en", { ur: texts.ur });
  expect(screen.getByText(texts.ur)).toBeDefined();
});

test("a follower of an Arabic page sees no translation, unless they have chosen one", () => {
  follow("ar", texts);
  for (const text of Object.values(texts)) expect(screen.queryByText(text)).toBeNull();
  cleanup();
  runWithLanguage("ar", () => render(<ChooseFrench />));
  follow("ar", texts);
  expect(screen.getByText(texts.fr)).toBeDefined();
});
