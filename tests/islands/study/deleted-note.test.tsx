/** Deleted notes, bookmarks and highlights can be restored, even offline. */
import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StudySection } from "#islands/study/shared/StudySection.tsx";
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
  anchor: { verse: 1, fromWord: null, toWord: null, edition: "ar.hafs", quote: "" },
  text: "Stop after the second word",
};

let calls: Call[];
let isOnline = true;
beforeEach(() => {
  vi.stubGlobal("BroadcastChannel", QuietChannel);
  vi.spyOn(navigator, "onLine", "get").mockImplementation(() => isOnline);
  // The browser blocks storage, so the items are in memory.
  const open = () => {
    throw new DOMException("Blocked", "SecurityError");
  };
  vi.stubGlobal("indexedDB", { open });
  const synced = { more: false, reset: false, refused: [], clock: 1 };
  let changes: object[] = [stored];
  let [rev, seen] = [1, 0];
  calls = answer({
    "POST /study/sync": () => {
      // Everything that the device sends is stored.
      const received = sent().slice(seen);
      seen += received.length;
      for (const change of received) {
        rev += 1;
        changes.push({ ...stored, deleted: false, ...change, rev });
      }
      const body = success({ ...synced, rev, changes });
      changes = [];
      return body;
    },
    "GET /plans/me": success({ plan: "free", annotations: 1, collections: false, loops: false }),
  });
  isOnline = true;
  signInAs({});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const sent = () =>
  calls
    .filter(({ name }) => name === "POST /study/sync")
    .flatMap(({ body }) => (body as { changes: Record<string, unknown>[] }).changes);
const button = (name: string) => screen.getByRole("button", { name });

test("a note that was deleted offline can be restored with one click, even after an edit", async () => {
  const verse = document.createElement("p");
  const user = render(<StudySection verse={verse} verseKey="1:1" canShare={false} />);
  await screen.findByText(stored.text);
  await waitFor(() => expect($study.get().isCurrent).toBe(true));
  isOnline = false;
  await user.click(button("Edit"));
  await user.type(screen.getByLabelText("Your note"), " only");
  await user.click(button("Save note"));
  await screen.findByText(`${stored.text} only`);

  await user.click(button("Delete"));
  await screen.findByText("Note deleted.");
  expect(screen.queryByText(`${stored.text} only`)).toBeNull();
  expect($study.get().items.has("note-1")).toBe(false);
  expect(document.activeElement).toBe(button("Undo"));
  await user.click(button("Undo"));
  await screen.findByText(`${stored.text} only`);
  expect(screen.queryByText("Note deleted.")).toBeNull();
  expect(sent(), "the device is offline").toEqual([]);

  isOnline = true;
  dispatchEvent(new Event("online"));
  await waitFor(() => expect(sent()).toHaveLength(1));
  // The server knows the text that the edit replaced, so there is no conflict with itself.
  expect(sent()[0]).toMatchObject({ id: "note-1", text: `${stored.text} only`, base: 5 });
  expect(sent()[0]?.deleted).toBeUndefined();
});

test("a bookmark and a highlight that were deleted in the reader can be restored in place", async () => {
  isOnline = false;
  const verse = document.createElement("p");
  const user = render(<StudySection verse={verse} verseKey="1:2" canShare={false} />);
  await user.click(await screen.findByRole("button", { name: "Bookmark this verse" }));
  await user.type(await screen.findByLabelText("Bookmark name"), "Hamd{Enter}");
  await user.click(button("Bookmarked"));
  await screen.findByText("Bookmark deleted.");
  expect(screen.queryByLabelText("Bookmark name")).toBeNull();
  await user.click(button("Undo"));
  await waitFor(() =>
    expect(screen.getByLabelText("Bookmark name")).toHaveProperty("value", "Hamd"),
  );
  expect(screen.queryByText("Bookmark deleted.")).toBeNull();

  const isGold = () => button("Gold").getAttribute("aria-pressed");
  await user.click(button("Gold"));
  await waitFor(() => expect(isGold()).toBe("true"));
  await user.click(button("Remove highlight"));
  await screen.findByText("Highlight deleted.");
  expect(isGold()).toBe("false");
  expect(document.activeElement).toBe(button("Undo"));
  await user.click(button("Undo"));
  await waitFor(() => expect(isGold()).toBe("true"));
  // Another highlight of the same words replaces the deleted one, so there is nothing to undo.
  await user.click(button("Gold"));
  await screen.findByText("Highlight deleted.");
  await user.click(button("Blue"));
  await waitFor(() => expect(screen.queryByText("Highlight deleted.")).toBeNull());
});

test("Undo isn't offered once a new note has taken the deleted one's place under the plan's limit", async () => {
  const verse = document.createElement("p");
  const user = render(<StudySection verse={verse} verseKey="1:1" canShare={false} />);
  await screen.findByText(stored.text);
  await waitFor(() => expect($study.get().isCurrent).toBe(true));
  await user.click(button("Delete"));
  await screen.findByText("Note deleted.");
  expect(button("Undo")).toBeDefined();
  await user.click(button("Write a note"));
  await user.type(screen.getByLabelText("Your note"), "Instead");
  await user.click(button("Save note"));
  await screen.findByText(/can't be restored, because a new one has taken its place/);
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
});
