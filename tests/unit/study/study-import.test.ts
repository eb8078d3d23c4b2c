import { describe, expect, it } from "vitest";
import { overlay } from "#lib/study/overlay.ts";
import type { StudyItem } from "#lib/study/study.responses.ts";
import { readImport } from "#lib/study/study-import.ts";

const anchor = { verse: 262, fromWord: 1, toWord: 2, edition: "ar.hafs", quote: "ٱللَّهُ لَآ" };
const items = [
  { id: "n1", kind: "note", anchor, text: "A note." },
  { id: "b1", kind: "bookmark", verse: 8, name: "Next" },
  { id: "c1", kind: "collection", name: "Patience", verses: [1, 2] },
];
const file = { format: "halaqa-study", version: 1, items };

describe("importing our own JSON", () => {
  it("reads all items, with or without the envelope of the API", () => {
    expect(readImport(JSON.stringify(file), [])).toEqual(items);
    expect(readImport(JSON.stringify({ success: true, data: file }), [])).toEqual(items);
  });

  it("leaves out what the device has, and overwrites nothing", () => {
    const present = {
      ...items[0],
      rev: 1,
      deleted: false,
      clocks: { text: 1 },
      createdAt: "",
      updatedAt: "",
    } as unknown as StudyItem;
    const known = overlay([present], []).values();
    expect(readImport(JSON.stringify(file), known)).toEqual(items.slice(1));
    const changed = overlay([{ ...present, text: "Another note." }], []).values();
    const [note] = readImport(JSON.stringify(file), changed) ?? [];
    expect(note).toMatchObject({ kind: "note", text: "A note." });
    expect(note?.id).not.toBe("n1");
  });

  it("leaves out invalid items", () => {
    const broken = [
      { id: "x", kind: "note", text: "Without a place." },
      { id: "b", kind: "page" },
    ];
    expect(readImport(JSON.stringify({ ...file, items: [...broken, items[1]] }), [])).toEqual([
      items[1],
    ]);
  });
});

describe("importing a backup of Quran for Android", () => {
  it("reads bookmarks of verses and pages, and makes collections of tags", () => {
    const backup = {
      bookmarks: [
        { id: 1, sura: 2, ayah: 255, page: 42, timestamp: 1, tags: [7] },
        { id: 2, page: 604, timestamp: 1, tags: ["7"] },
        { id: 3, sura: 1, ayah: 8, page: 1, timestamp: 1, tags: [] },
      ],
      tags: [
        { id: 7, name: "Protection" },
        { id: 8, name: "Unused" },
      ],
      recentPages: [{ page: 3, timestamp: 1 }],
    };
    expect(readImport(JSON.stringify(backup), [])).toEqual([
      { id: expect.any(String), kind: "bookmark", verse: 262, name: "" },
      { id: expect.any(String), kind: "bookmark", verse: 6222, name: "" },
      { id: expect.any(String), kind: "collection", name: "Protection", verses: [262, 6222] },
    ]);
  });
});

describe("importing names that are too long or contain other characters", () => {
  it("never cuts an emoji in half, and removes control characters", () => {
    const backup = {
      bookmarks: [{ id: 1, sura: 2, ayah: 255, tags: ["7", "8"] }],
      tags: [
        { id: 7, name: `${"a".repeat(98)}😀😀` },
        { id: 8, name: "Two\u0007\nlines" },
      ],
    };
    const [, long, lines] = readImport(JSON.stringify(backup), []) ?? [];
    expect(long).toMatchObject({ name: `${"a".repeat(98)}…` });
    expect(lines).toMatchObject({ name: "Two lines" });
  });

  it("leaves out notes with half of an emoji, which can't be stored", () => {
    const broken = { ...items[0], text: "a\ud83d" };
    expect(readImport(JSON.stringify({ ...file, items: [broken] }), [])).toEqual([]);
  });
});

describe("importing another file", () => {
  it.each(["", "no JSON", "[]", "3", '{"items":[]}'])("recognizes nothing in %j", (text) => {
    expect(readImport(text, [])).toBeUndefined();
  });
});
