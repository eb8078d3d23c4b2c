/** The arrow keys with which the lead points at words. */
import { useRef } from "react";
import { expect, test } from "vitest";
import { useLeading } from "#islands/live-pages/lead/use-leading.ts";
import type { Live } from "#islands/live-pages/live-context.ts";
import { render } from "../support/render.tsx";
import { snapshot } from "./page-stream.ts";

const verses = ["2:255", "2:256"];

function Text({ current, onPoint }: { current: string; onPoint: (place: string) => void }) {
  const text = useRef<HTMLDivElement>(null);
  const live = {
    isLead: true,
    // Each word is highlighted for a few seconds. Here this time has always passed.
    view: { ...snapshot, state: { ...snapshot.state, current }, pointer: null },
    session: {
      send: async () => true,
      point: (verse: string, word: number) => onPoint(`${verse} ${word}`),
    },
  } as unknown as Live;
  useLeading(live, text);
  return (
    <div ref={text}>
      {verses.map((verse) => (
        <p key={verse} data-verse={verse}>
          {[1, 2, 3].map((word) => (
            <span key={word} data-word={word}>
              word
            </span>
          ))}
        </p>
      ))}
    </div>
  );
}

test("the keys continue from the latest word, even after it is no longer highlighted", async () => {
  const pointed: string[] = [];
  const user = render(<Text current="2:255" onPoint={(place) => pointed.push(place)} />);
  await user.keyboard("{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowRight}");
  expect(pointed).toEqual(["2:255 1", "2:255 2", "2:255 3", "2:255 2"]);
});
