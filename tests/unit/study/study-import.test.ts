import { describe, expect, it } from "vitest";
import { type LocalItem, overlay } from "#lib/study/overlay.ts";
import type { StudyItem } from "#lib/study/study.responses.ts";
import { describeOutcome, readImport as readFile } from "#lib/study/study-import.ts";

const anchor = { verse: 262, fromWord: 1, toWord: 2, edition: "ar.hafs", quote: "ٱللَّهُ لَآ" };
const items = [
  { id: "n1", kind: "note", anchor, text: "A note." },
  { id: "b1", kind: "bookmark", verse: 8, name: "Next" },
  { id: "c1", kind: "collection", name: "Patience", verses: [1, 2] },
];
const file = { format: "halaqa-study", version: 1, items };

/** The items that are imported. */
function readImport(...given: Parameters<typeof readFile>) {
  const read = readFile(...given);
  return typeof read === "object" ? read.items : read;
}

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
    const [note] = readImport(JSON.stringify(file), changed) as { id: string }[];
    expect(note).toMatchObject({ kind: "note", text: "A note." });
    expect(note?.id).not.toBe("n1");
  });

  it("skips annotations that are already saved, even if the fields of their places are in another order", () => {
    const highlight = { id: "h1", kind: "highlight", anchor, color: "gold" };
    const stored = [items[0], highlight].map((item, index) => ({
      ...item,
      ...{ id: `other-${index}`, rev: 1, deleted: false, clocks: {}, createdAt: "", updatedAt: "" },
      anchor: Object.fromEntries(Object.entries(anchor).reverse()),
    })) as unknown as StudyItem[];
    const exported = JSON.stringify({ ...file, items: [items[0], highlight] });
    expect(readImport(exported, overlay(stored, []).values())).toEqual([]);
    const blue = JSON.stringify({ ...file, items: [{ ...highlight, color: "blue" }] });
    expect(readImport(blue, overlay(stored, []).values())).toEqual([]);
  });

  it("imports equal items once, and keeps both of two items with the same ID", () => {
    const twice = [items[0], { ...items[0], id: "n2" }, { ...items[0], text: "Another note." }];
    const found = readImport(JSON.stringify({ ...file, items: twice }), []);
    expect(found).toMatchObject([{ id: "n1", text: "A note." }, { text: "Another note." }]);
    const ids = new Set((found as { id: string }[]).map(({ id }) => id));
    expect(ids.size).toBe(2);
  });

  it("leaves out the place of reading, except on a device that has none", () => {
    const resume = { id: "resume", kind: "bookmark", verse: 8, name: "" };
    const content = JSON.stringify({ ...file, items: [resume] });
    expect(readImport(content, [])).toEqual([resume]);
    const common = { rev: 1, deleted: false, clocks: {}, createdAt: "", updatedAt: "" };
    const elsewhere = { ...resume, ...common, verse: 9 } as unknown as StudyItem;
    expect(readImport(content, overlay([elsewhere], []).values())).toEqual([]);
  });

  it.each([2, 99, undefined, "1"])("refuses version %j", (version) => {
    expect(readFile(JSON.stringify({ ...file, version }), [])).toBe("version");
  });

  it("counts the items that it can't read", () => {
    const given = [items[0], { id: "x", kind: "note" }, null, "text"];
    expect(readFile(JSON.stringify({ ...file, items: given }), [])).toEqual({
      items: [items[0]],
      invalid: 3,
    });
  });

  it("reports how many items were saved, and why the others weren't", () => {
    const states = ["saved", "saved", "waiting", "annotations", "annotations", "full"] as const;
    const local = new Map(
      states.map((state, index) => [`${index}`, { state } as unknown as LocalItem]),
    );
    expect(describeOutcome([...local.keys()], local)).toEqual({
      saved: 2,
      waiting: 1,
      refused: new Map([
        ["annotations", 2],
        ["full", 1],
      ]),
    });
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
    const [, long, lines] = readImport(JSON.stringify(backup), []) as object[];
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
