/** The text of a note that is being written is kept until it is saved or discarded. */
import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import MyQuran from "#islands/study/MyQuran.tsx";
import { StudySection } from "#islands/study/shared/StudySection.tsx";
import { forgetDrafts } from "#lib/client/drafts.ts";
import { syncNow } from "#lib/study/client/study-client.ts";
import { $study } from "#lib/study/study.store.ts";
import { answer, type Call, success } from "../support/api.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

class QuietChannel extends EventTarget {
  postMessage(): void {}
}

const stored = {
  ...{ id: "note-1", kind: "note", rev: 1, deleted: false, clocks: { anchor: 5, text: 5 } },
  ...{ createdAt: "2027-03-10T12:00:00.000Z", updatedAt: "2027-03-10T12:00:00.000Z" },
  anchor: { verse: 1, fromWord: null, toWord: null, edition: "en.sahih", quote: "" },
  text: "Stop after the second word",
};

let calls: Call[];
let changes: Record<string, unknown>[];
beforeEach(() => {
  vi.stubGlobal("BroadcastChannel", QuietChannel);
  // The browser blocks the database, so the items are in memory.
  const open = () => {
    throw new DOMException("Blocked", "SecurityError");
  };
  vi.stubGlobal("indexedDB", { open });
  changes = [stored];
  calls = answer({
    "POST /study/sync": () => {
      // Everything that the device sends is stored.
      const received = sent(calls.slice(-1)).map((change) => ({
        ...{ rev: 1, deleted: false, clocks: { text: change.clock } },
        ...{ createdAt: stored.createdAt, updatedAt: stored.updatedAt },
        ...change,
      }));
      const synced = { rev: 1, more: false, reset: false, refused: [], clock: 1 };
      const answered = success({ ...synced, changes: [...changes, ...received] });
      changes = [];
      return answered;
    },
  });
  signInAs({});
});
afterEach(() => {
  cleanup();
  forgetDrafts();
  vi.restoreAllMocks();
});

const sent = (of = calls) =>
  of.flatMap(({ body }) => (body as { changes: Record<string, unknown>[] }).changes);
const button = (name: string) => screen.getByRole("button", { name });
const field = () => screen.getByLabelText<HTMLTextAreaElement>("Your note");
const storedDrafts = () => Object.keys(localStorage).filter((key) => key.startsWith("draft:note:"));

function openTools(verseKey = "1:1") {
  const verse = document.createElement("p");
  return render(<StudySection verse={verse} verseKey={verseKey} canShare={false} />);
}

test("an unsaved note is found again at its verse, and is gone after it was saved or discarded", async () => {
  const user = openTools("1:2");
  await user.click(await screen.findByRole("button", { name: "Write a note" }));
  expect(document.activeElement).toBe(field());
  expect(storedDrafts(), "an empty note").toEqual([]);
  await user.type(field(), "Ask about this");
  expect(storedDrafts()).toHaveLength(1);

  cleanup();
  openTools("1:3");
  await screen.findByRole("button", { name: "Write a note" });
  expect(screen.queryByLabelText("Your note"), "another verse").toBeNull();
  cleanup();
  const again = openTools("1:2");
  await screen.findByLabelText("Your note");
  expect(field().value).toBe("Ask about this");
  expect(document.activeElement, "a restored note doesn't take the focus").not.toBe(field());

  await again.dblClick(button("Save note"));
  await again.keyboard("{Control>}{Enter}{Enter}{/Control}");
  await waitFor(() => expect(screen.queryByLabelText("Your note")).toBeNull());
  await screen.findByText("Ask about this");
  expect(storedDrafts()).toEqual([]);
  const written = [...$study.get().items.values()].filter(
    (item) => item.kind === "note" && item.text === "Ask about this",
  );
  expect(written, "a double click saves one note").toHaveLength(1);

  await again.click(button("Write a note"));
  await again.type(field(), "Never mind");
  await again.click(button("Cancel"));
  expect(storedDrafts()).toEqual([]);
  expect(screen.queryByLabelText("Your note")).toBeNull();
});

test("a note that is deleted on another device while it is edited can be saved as a new note", async () => {
  const user = openTools();
  await screen.findByText(stored.text);
  await waitFor(() => expect($study.get().isCurrent).toBe(true));
  await user.click(button("Edit"));
  await user.type(field(), " only");
  changes = [{ ...stored, rev: 2, deleted: true, clocks: { ...stored.clocks, deleted: 6 } }];
  syncNow();
  await screen.findByText(/has been deleted on another device/);
  expect(field().value).toBe(`${stored.text} only`);

  cleanup();
  const elsewhere = render(<MyQuran />);
  await screen.findByRole("heading", { name: "Notes that aren't saved yet" });
  await elsewhere.click(button("Save note"));
  await waitFor(() => expect(sent()).toContainEqual(expect.objectContaining({ kind: "note" })));
  const [saved] = sent().filter(({ kind }) => kind === "note");
  expect(saved).toMatchObject({ anchor: stored.anchor, text: `${stored.text} only` });
  expect(saved?.id).not.toBe(stored.id);
  expect(saved?.deleted).toBeUndefined();
  expect(storedDrafts()).toEqual([]);
});

test("the link to the whole surah can be copied where the browser has no dialog to share", async () => {
  const verse = document.createElement("p");
  const user = render(<StudySection verse={verse} verseKey="109:2" />);
  const wholeSurah = await screen.findByRole("checkbox", { name: /^The whole surah/ });
  // The panel has a button for the link to the verse already.
  expect(screen.queryByRole("button", { name: /^Copy link/ })).toBeNull();
  await user.click(wholeSurah);
  await user.click(button("Copy link to the surah"));
  await screen.findByText("Link copied.");
  expect(await navigator.clipboard.readText()).toMatch(/\/quran\/109$/);
});

test("a double click on the bookmark sets one bookmark", async () => {
  const user = openTools("1:4");
  await user.dblClick(await screen.findByRole("button", { name: "Bookmark this verse" }));
  await screen.findByRole("button", { name: "Bookmarked" });
  const bookmarks = [...$study.get().items.values()].filter(({ kind }) => kind === "bookmark");
  expect(bookmarks).toHaveLength(1);
});
