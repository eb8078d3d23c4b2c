/** When a device shows what another device has changed. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startStudy } from "#lib/study/client/study-client.ts";
import type { StudyItem, Synced } from "#lib/study/study.responses.ts";
import { $study } from "#lib/study/study.store.ts";
import { answer, success } from "../support/api.ts";
import { signInAs } from "../support/session.ts";

class QuietChannel extends EventTarget {
  postMessage(): void {}
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("BroadcastChannel", QuietChannel);
  // The browser blocks storage, so the items are in memory.
  const open = () => {
    throw new DOMException("Blocked", "SecurityError");
  };
  vi.stubGlobal("indexedDB", { open });
});
afterEach(() => {
  vi.useRealTimers();
});

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

const noteAt = (rev: number, text: string): StudyItem => ({
  id: "note-1",
  kind: "note",
  rev,
  deleted: false,
  clocks: { text: rev },
  createdAt: "2027-03-10T12:00:00.000Z",
  updatedAt: "2027-03-10T12:00:00.000Z",
  anchor: { verse: 1, fromWord: null, toWord: null, edition: "ar.hafs", quote: "" },
  text,
});

test("a note that another device changes appears on return to the window, and within a minute", async () => {
  const elsewhere: Synced = {
    ...{ rev: 1, changes: [noteAt(1, "The first version")] },
    ...{ more: false, reset: false, refused: [], clock: 1 },
  };
  const change = (rev: number, text: string) =>
    Object.assign(elsewhere, { rev, changes: [noteAt(rev, text)] });
  const readText = () => {
    const item = $study.get().items.get("note-1");
    return item?.kind === "note" ? item.text : undefined;
  };
  const calls = answer({ "POST /study/sync": () => success({ ...elsewhere }) });
  signInAs({});
  await startStudy();
  await wait(100);
  expect(readText()).toBe("The first version");

  change(2, "The second version");
  await wait(10_000);
  dispatchEvent(new Event("focus"));
  await wait(100);
  expect(readText()).toBe("The second version");

  change(3, "The third version");
  await wait(60_000);
  expect(readText()).toBe("The third version");

  const before = calls.length;
  for (let count = 0; count < 5; count += 1) {
    dispatchEvent(new Event("focus"));
    await wait(100);
  }
  expect(calls.length, "returning again and again asks at most once").toBeLessThanOrEqual(
    before + 1,
  );
});
