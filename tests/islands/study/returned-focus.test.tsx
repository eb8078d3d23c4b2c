/** What people press on a page with their study items often disappears. The focus stays nearby. */
import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import MyQuran from "#islands/study/MyQuran.tsx";
import { StudySection } from "#islands/study/shared/StudySection.tsx";
import { forgetDrafts } from "#lib/client/drafts.ts";
import { $study } from "#lib/study/study.store.ts";
import { answer, type Call, success } from "../support/api.ts";
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

beforeEach(() => {
  vi.stubGlobal("BroadcastChannel", QuietChannel);
  // The browser blocks the database, so the items are in memory.
  const open = () => {
    throw new DOMException("Blocked", "SecurityError");
  };
  vi.stubGlobal("indexedDB", { open });
  const synced = { rev: 1, more: false, reset: false, refused: [], clock: 1 };
  const calls: Call[] = answer({
    "POST /study/sync": () => {
      // Everything that the device sends is stored.
      const { changes } = calls.at(-1)?.body ?? {};
      const received = (changes as Record<string, unknown>[]).map((change) => ({
        ...{ ...common, clocks: { text: change.clock, verses: change.clock } },
        ...change,
      }));
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
