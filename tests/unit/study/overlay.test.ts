import { describe, expect, it } from "vitest";
import { boundClock, clockOfTime, nextClock } from "#lib/study/clock.ts";
import { type OutboxEntry, type OutgoingChange, overlay } from "#lib/study/overlay.ts";
import type { StudyItem } from "#lib/study/study.responses.ts";

const anchor = { verse: 262, fromWord: null, toWord: null, edition: "ar.hafs", quote: "" };
const note: StudyItem = {
  id: "n1",
  kind: "note",
  rev: 3,
  deleted: false,
  clocks: { anchor: 5_000, text: 9_000 },
  createdAt: "1970-01-01T00:00:00.005Z",
  updatedAt: "1970-01-01T00:00:00.009Z",
  anchor,
  text: "From the server.",
};

const entry = (key: number, change: OutgoingChange, more: Partial<OutboxEntry> = {}) => ({
  key,
  change,
  sent: false,
  ...more,
});
const change = (fields: object): OutgoingChange =>
  ({
    id: "n1",
    kind: "note",
    clock: 20_000,
    anchor,
    changed: ["text"],
    ...fields,
  }) as OutgoingChange;

describe("a device's items", () => {
  it("are the server's, with the clock that a change of the text must exceed", () => {
    const item = overlay([note], []).get("n1");
    expect(item).toMatchObject({ text: "From the server.", base: 9_000, state: "saved" });
  });

  it("include changes that the server doesn't have, with the clock that the next change must exceed", () => {
    const item = overlay([note], [entry(1, change({ text: "Offline." }))]).get("n1");
    expect(item).toMatchObject({ text: "Offline.", base: 20_000, state: "waiting" });
    expect(item?.createdAt.getTime()).toBe(5);
  });

  it("keep fields that a change doesn't name", () => {
    const renamed = {
      id: "c1",
      kind: "collection",
      clock: 7,
      name: "New",
      verses: [],
      changed: ["name"],
    };
    const collection: StudyItem = {
      ...note,
      id: "c1",
      kind: "collection",
      name: "Old",
      verses: [1, 2],
    };
    const item = overlay([collection], [entry(1, renamed as OutgoingChange)]).get("c1");
    expect(item).toMatchObject({ name: "New", verses: [1, 2] });
  });

  it("include refused items with the reason, and no deleted ones", () => {
    const refused = entry(1, change({ id: "n2", text: "Too many." }), { refused: "annotations" });
    const deleted = entry(2, { id: "n1", kind: "note", clock: 30_000, deleted: true });
    const items = overlay([note], [refused, deleted]);
    expect([...items.keys()]).toEqual(["n2"]);
    expect(items.get("n2")?.state).toBe("annotations");
  });
});

describe("a clock", () => {
  it("is higher than every clock that the device has seen, even if its time is behind", () => {
    expect(nextClock(0, 1_000)).toBe(1_000_000);
    expect(nextClock(5_000_000, 1_000)).toBe(5_000_001);
  });

  it("is replaced by the current time if it is more than a minute ahead", () => {
    expect(boundClock(clockOfTime(60_000), 0)).toBe(clockOfTime(60_000));
    expect(boundClock(clockOfTime(60_001), 0)).toBe(0);
  });
});
