/** A long passage, of which only the pages near the current verse are shown. */
import { act, render as renderInto } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { type Live, LiveContext } from "#islands/live-pages/live-context.ts";
import { SharedText } from "#islands/live-pages/text/SharedText.tsx";
import { useReadingSettings } from "#islands/live-pages/text/use-reading-settings.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { quranPageOptions } from "#lib/quran/quran.queries.ts";
import { describePassage } from "#lib/quran/quran.ts";
import { snapshot, stateWith } from "./page-stream.ts";

vi.mock(import("#lib/quran/quran.ts"), async (original) => {
  const all = await original();
  return { ...all, describePassage: vi.fn(all.describePassage) };
});

const wholeQuran = { from: "1:1", to: "114:6" };

function Text({ current }: { current: string }) {
  const settings = useReadingSettings();
  const view = { ...snapshot, state: stateWith({ ...wholeQuran, current }), pointer: null };
  const live = { view, isLead: false, onLeave: undefined } as unknown as Live;
  return (
    <LiveContext value={live}>
      <SharedText
        ref={{ current: null }}
        settings={settings}
        leading={{ go: () => {} } as unknown as Parameters<typeof SharedText>[0]["leading"]}
        onNotes={noNotes}
      />
    </LiveContext>
  );
}

const noNotes = () => {};

class NoObserver {
  observe(): void {}
  disconnect(): void {}
}

test("moving within the whole Quran renders only the affected pages", async () => {
  vi.stubGlobal("IntersectionObserver", NoObserver);
  for (const page of [1, 2, 3]) {
    queryClient.setQueryData(quranPageOptions(page).queryKey, { page, verses: [] });
  }
  const shown = renderInto(<Text current="1:1" />);
  expect(shown.container.querySelectorAll(".live-page-place")).toHaveLength(602);
  vi.mocked(describePassage).mockClear();
  await act(async () => shown.rerender(<Text current="1:2" />));
  expect(describePassage).not.toHaveBeenCalled();
  await act(async () => shown.rerender(<Text current="2:3" />));
  // The page after the next one is now near the current verse, too.
  expect(vi.mocked(describePassage).mock.calls.length).toBeLessThan(10);
});
