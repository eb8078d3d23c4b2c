/** What the verse's panel offers for listening, on sites with and without recordings. */
import { render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ListenSection } from "#islands/audio/shared/ListenSection.tsx";
import { listReciters } from "#server/audio/reciters.ts";

afterEach(() => document.querySelector("[data-reader-act=play]")?.remove());

test("a site without recordings has no reciters, and its panel offers nothing to play", () => {
  expect(listReciters({ audio: undefined })).toEqual({ reciters: [] });
  const { container } = render(<ListenSection verse="112:1" wrapWords={() => []} />);
  expect(container.innerHTML).toBe("");
});

test("the panel plays a verse on a page with a button for listening", () => {
  const button = document.body.appendChild(document.createElement("button"));
  button.dataset.readerAct = "play";
  render(<ListenSection verse="112:1" wrapWords={() => []} />);
  expect(screen.getByRole("button", { name: "Play this verse" })).toBeTruthy();
});
