import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  $noteDrafts,
  draftsWithoutNote,
  editNote,
  forgetNoteDraft,
  type NoteDraft,
  setNoteDraft,
  startNote,
} from "#lib/study/client/note-drafts.ts";
import type { LocalItemOf } from "#lib/study/overlay.ts";

const anchor = { verse: 1, fromWord: null, toWord: null, edition: "ar.hafs", quote: "" };
const note = { id: "n1", kind: "note", anchor, text: "Before", base: 5 } as LocalItemOf<"note">;

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map([["userId", "usr_1"]]);
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  };
  // Its keys are listed with `Object.keys`.
  const keys = () => [...stored.keys()];
  vi.stubGlobal(
    "localStorage",
    new Proxy(storage, {
      ownKeys: keys,
      getOwnPropertyDescriptor: (target, key) =>
        Object.getOwnPropertyDescriptor(target, key) ?? { enumerable: true, configurable: true },
    }),
  );
  vi.stubGlobal("addEventListener", vi.fn());
  vi.stubGlobal("removeEventListener", vi.fn());
  vi.useFakeTimers();
});
afterEach(() => {
  $noteDrafts.set(new Map());
  // The store waits a moment before it stops.
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const keys = () => [...stored.keys()].filter((key) => key.startsWith("draft:"));

/** Reads the drafts as on a page that has just been opened. */
function reload(): ReadonlyMap<string, NoteDraft> {
  vi.runAllTimers();
  let drafts: ReadonlyMap<string, NoteDraft> = new Map();
  $noteDrafts.subscribe((value) => (drafts = value))();
  vi.runAllTimers();
  return drafts;
}

describe("drafts of notes", () => {
  it("are stored as soon as the text differs, and survive a reload", () => {
    const stop = $noteDrafts.listen(() => undefined);
    editNote(note);
    expect(keys()).toEqual([]);
    const opened = $noteDrafts.get().get("n1") as NoteDraft;
    setNoteDraft({ ...opened, text: "After" });
    expect(keys()).toEqual(["draft:note:n1"]);
    stop();
    expect([...reload().values()]).toEqual([{ ...opened, text: "After" }]);
    setNoteDraft(opened);
    expect(keys(), "the text is as before").toEqual([]);
  });

  it("are removed when they are saved or discarded", () => {
    const stop = $noteDrafts.listen(() => undefined);
    startNote(anchor);
    const [draft] = $noteDrafts.get().values();
    if (!draft) throw new Error("No draft has been opened");
    setNoteDraft({ ...draft, text: "New" });
    forgetNoteDraft(draft.id);
    expect(keys()).toEqual([]);
    expect($noteDrafts.get().size).toBe(0);
    stop();
  });

  it("of two tabs are both kept if one tab had no news of the other", () => {
    const stop = $noteDrafts.listen(() => undefined);
    editNote(note);
    const opened = $noteDrafts.get().get("n1") as NoteDraft;
    setNoteDraft({ ...opened, text: "First" });
    const own = stored.get("draft:note:n1") ?? "";
    const writeElsewhere = (text: string) =>
      stored.set("draft:note:n1", own.replace('"text":"First"', `"text":"${text}"`));
    const texts = () => [...$noteDrafts.get().values()].map(({ text }) => text);

    writeElsewhere("Other");
    setNoteDraft({ ...opened, text: "First letter" });
    expect(texts()).toEqual(["First letter", "Other"]);
    const copy = [...$noteDrafts.get().values()][1];
    expect(copy).toMatchObject({ isNew: true, anchor, before: "" });
    expect([...reload().values()].map(({ text }) => text)).toEqual(["First letter", "Other"]);

    writeElsewhere("Other again");
    forgetNoteDraft("n1");
    expect(texts(), "this tab has never shown the text").toEqual(["Other again", "Other"]);
    forgetNoteDraft("n1");
    expect(texts()).toEqual(["Other"]);
    stop();
  });

  it("are not shown to another account", () => {
    const stop = $noteDrafts.listen(() => undefined);
    setNoteDraft({ id: "n2", isNew: true, anchor, text: "Mine", before: "", base: undefined });
    stop();
    stored.set("userId", "usr_2");
    expect(reload().size).toBe(0);
  });

  it("of deleted notes are offered only once it is known that the note has been deleted", () => {
    const draft = { id: "n1", isNew: false, anchor, text: "After", before: "Before", base: 5 };
    const drafts = new Map([["n1", draft]]);
    expect(draftsWithoutNote(drafts, [note], true)).toEqual([]);
    expect(draftsWithoutNote(drafts, [], false)).toEqual([]);
    expect(draftsWithoutNote(drafts, [], true)).toEqual([draft]);
  });
});
