/** What people press on a page with their study items often disappears. The focus stays nearby. */
import { act, cleanup } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import MyQuran from "#islands/study/MyQuran.tsx";
import { StudySection } from "#islands/study/shared/StudySection.tsx";
import { forgetDrafts } from "#lib/client/drafts.ts";
import { setNoteDraft } from "#lib/study/client/note-drafts.ts";
import { addItems, syncNow } from "#lib/study/client/study-client.ts";
import { $study } from "#lib/study/study.store.ts";
import { answer, type Call, failure, success } from "../support/api.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";

class QuietChannel extends EventTarget {
  postMessage(): void {}
}

const at = "2027-03-10T12:00:00.000Z";
const later = "2027-03-10T13:00:00.000Z";
const anchor = { verse: 1, fromWord: null, toWord: null, edition: "en.sahih", quote: "" };
const common = { rev: 1, deleted: false, createdAt: at, updatedAt: at };
const note = { ...common, id: "note-1", kind: "note", clocks: { anchor: 5, text: 5 }, anchor };
const stored = [
  { ...note, text: "The first version" },
  { ...note, id: "note-1.7", text: "The second version" },
  { ...note, id: "note-2.7", text: "Edited since", updatedAt: later },
  {
    ...common,
    ...{ id: "collection-1", kind: "collection", clocks: { name: 5, verses: 5 } },
    ...{ name: "Prayers", verses: [1, 2, 3] },
  },
];

/** What the server answers instead of storing what the device sends. */
let failing: ReturnType<typeof failure> | undefined;
let isRejecting: boolean;
const synced = { rev: 1, more: false, reset: false, refused: [], clock: 1 };

beforeEach(() => {
  failing = undefined;
  isRejecting = false;
  vi.stubGlobal("BroadcastChannel", QuietChannel);
  // The browser blocks the database, so the items are in memory.
  const open = () => {
    throw new DOMException("Blocked", "SecurityError");
  };
  vi.stubGlobal("indexedDB", { open });
  const calls: Call[] = answer({
    "POST /study/sync": () => {
      if (failing) return failing;
      // Everything that the device sends is stored.
      const { changes } = calls.at(-1)?.body ?? {};
      const received = (changes as { id: string; clock: number }[]).map((change) => ({
        ...{ ...common, clocks: { text: change.clock, verses: change.clock } },
        ...change,
      }));
      if (isRejecting) {
        const refused = received.map(({ id, clock }) => ({ id, clock, reason: "invalid" }));
        return success({ ...synced, refused, changes: [] });
      }
      return success({ ...synced, changes: received.length > 0 ? received : stored });
    },
  });
  signInAs({});
});
afterEach(() => {
  cleanup();
  forgetDrafts();
  vi.restoreAllMocks();
});

const button = (name: string) => screen.getByRole("button", { name });

async function openTools() {
  const verse = document.createElement("p");
  const user = render(<StudySection verse={verse} verseKey="1:1" canShare={false} />);
  await screen.findByText("The first version");
  await waitFor(() => expect($study.get().isCurrent).toBe(true));
  return user;
}

test("the other version of a note that two devices changed says why it was kept, until it is edited", async () => {
  await openTools();
  const explained = screen.getAllByText(/^This note was changed on two devices/);
  expect(explained.map((line) => line.closest("li")?.textContent)).toEqual([
    expect.stringContaining("The second version"),
  ]);
});

test("the focus returns to the button that opened a note's editor", async () => {
  const user = await openTools();
  const edit = () => screen.getAllByRole("button", { name: "Edit" })[0];
  edit()?.focus();
  await user.keyboard("{Enter}");
  await user.keyboard(" and more{Control>}{Enter}{/Control}");
  await screen.findByText("The first version and more");
  expect(document.activeElement).toBe(edit());
  await user.keyboard("{Enter}{Escape}");
  expect(document.activeElement).toBe(edit());

  button("Write a note").focus();
  await user.keyboard("{Enter}Another{Tab}{Enter}");
  await screen.findByText("Another");
  expect(document.activeElement).toBe(button("Write a note"));
  await user.keyboard("{Enter}{Escape}");
  expect(document.activeElement).toBe(button("Write a note"));
});

test("the focus stays in a collection whose name or verses are changed", async () => {
  const user = render(<MyQuran />);
  await screen.findByText("Prayers");
  await waitFor(() => expect($study.get().isCurrent).toBe(true));
  (await screen.findByRole("button", { name: "Rename" })).focus();
  await user.keyboard("{Enter} of the prophets{Escape}");
  expect(document.activeElement).toBe(button("Rename"));
  expect(screen.getByText("Prayers")).toBeDefined();
  await user.keyboard("{Enter}");
  await user.clear(screen.getByLabelText("Collection name"));
  await user.keyboard("Duas{Enter}");
  await screen.findByText("Duas");
  expect(document.activeElement).toBe(button("Rename"));

  const link = (name: string) => screen.getByRole("link", { name });
  button("Move up: Al-Fatihah 1:2").focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(link("Al-Fatihah 1:2")));
  button("Remove Al-Fatihah 1:1 from Duas").focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(link("Al-Fatihah 1:3")));
});

async function openOverview() {
  const user = render(<MyQuran />);
  await screen.findByText("Prayers");
  return user;
}

/** The element with the status, which names itself. */
const state = () => screen.getAllByRole("status")[0]?.closest<HTMLElement>("[tabindex]");

test("the status takes the focus when a retry has succeeded, but not when nothing was pressed", async () => {
  failing = failure(400, "The server is busy");
  const user = render(<MyQuran />);
  (await screen.findByRole("button", { name: "Try again" })).focus();
  failing = failure(400, "The server is still busy");
  await user.keyboard("{Enter}");
  await screen.findByText("The server is still busy");
  expect(document.activeElement).toBe(button("Try again"));
  failing = undefined;
  await user.keyboard("{Enter}");
  await screen.findByText("Everything is saved.");
  expect(document.activeElement).toBe(state());

  state()?.blur();
  await user.click(document.body);
  failing = failure(400, "The server is busy");
  syncNow();
  await screen.findByText("The server is busy");
  failing = undefined;
  syncNow();
  await waitFor(() => expect(screen.queryByText("The server is busy")).toBeNull());
  expect(document.activeElement).toBe(document.body);
});

test("the status takes the focus when items that were rejected are saved", async () => {
  const user = await openOverview();
  await waitFor(() => expect($study.get().isCurrent).toBe(true));
  isRejecting = true;
  await addItems([{ id: "note-9", kind: "note", anchor, text: "Rejected" }]);
  (await screen.findByRole("button", { name: "Try to save them again" })).focus();
  isRejecting = false;
  await user.keyboard("{Enter}");
  await screen.findByText("Everything is saved.");
  expect(document.activeElement).toBe(state());
});

test("the focus goes on to the next unsaved note, and then to what is above them", async () => {
  const user = await openOverview();
  for (const verse of [5, 6, 7]) {
    const own = { id: `note-${verse}`, isNew: true, anchor: { ...anchor, verse } };
    act(() => setNoteDraft({ ...own, text: "Not saved", before: "", base: undefined }));
  }
  const first = (name: string) => screen.getAllByRole("button", { name })[0];
  const link = (name: string) => screen.getByRole("link", { name });
  await screen.findByRole("heading", { name: "Notes that aren't saved yet" });
  first("Save note")?.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(link("Al-Fatihah 1:6")));
  first("Cancel")?.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(document.activeElement).toBe(link("Al-Fatihah 1:7")));
  first("Cancel")?.focus();
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull());
  expect(document.activeElement).toBe(link("Read the Quran"));
});
