/** A person's devices synchronize bookmarks, highlights, notes and collections. */
import { and, eq } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { studyItems } from "#server/db/tables/study.table.ts";
import { purgeDeletedItems } from "#server/study/purge.ts";
import { syncStudy } from "#server/study/sync.ts";
import { anchor, at, collection, deletion, highlight, note, now, openStudy } from "./devices.ts";

const { app, addDevice, addDevices, addUnlimited } = await openStudy();

describe("a person's items", () => {
  test("reach the other devices with all of their fields", async () => {
    const { one, other } = await addUnlimited();
    const words = { ...anchor, edition: "ar.hafs", fromWord: 2, toWord: 4 };
    await one.sync(
      { id: "b1", kind: "bookmark", verse: "2:255", name: "Ayat al-Kursi", clock: at(0) },
      highlight("h1", "gold", at(1), { anchor: words }),
      note("n1", "The greatest verse.\n\nSay it at night.", at(2)),
      collection("c1", [262, 1], at(3)),
    );
    const { rev, changes, more, reset, refused } = await other.sync();
    expect({ rev, more, reset, refused }).toEqual({
      rev: 4,
      more: false,
      reset: false,
      refused: [],
    });
    expect(changes).toMatchObject([
      { id: "b1", kind: "bookmark", verse: 262, name: "Ayat al-Kursi", rev: 1, deleted: false },
      { id: "h1", anchor: words, color: "gold" },
      { id: "n1", anchor, text: "The greatest verse.\n\nSay it at night." },
      { id: "c1", name: "Patience", verses: [262, 1], createdAt: "2027-03-10T12:00:03.000Z" },
    ]);
    expect(changes[2]?.clocks).toEqual({ anchor: at(2), text: at(2) });
    expect((await other.sync()).changes).toEqual([]);
  });

  test("keep the later change of each field, in whatever order the changes arrive", async () => {
    const { one, other } = await addUnlimited();
    await one.sync(collection("c1", [1], at(0)));
    await other.sync();
    await other.sync(collection("c1", [1, 2], at(2), { changed: ["verses"], base: at(0) }));
    await one.sync(collection("c1", [1], at(1), { name: "Gratitude", changed: ["name"] }));
    await one.sync();
    expect(one.items.get("c1")).toMatchObject({ name: "Gratitude", verses: [1, 2] });
    await other.sync(collection("c1", [1, 2], at(0.5), { name: "Earlier", changed: ["name"] }));
    expect(other.items.get("c1")).toMatchObject({ name: "Gratitude" });
  });

  test("stay the same if a request is repeated", async () => {
    const { one } = await addDevices();
    const changes = [note("n1", "Once.", at(0)), highlight("h1", "blue", at(1))];
    const first = await one.post(changes, 0);
    const second = await one.post(changes, 0);
    expect(second.body.data).toEqual(first.body.data);
    const changed = [note("n1", "Twice.", at(2), { base: at(0) })];
    const third = await one.post(changed, 2);
    expect((await one.post(changed, 2)).body.data).toEqual(third.body.data);
  });

  test("are read page by page, and again from the start by a device with another history", async () => {
    const { one, other } = await addUnlimited();
    for (let page = 0; page < 3; page += 1) {
      await one.sync(
        ...Array.from({ length: 100 }, (_, index) => highlight(`h${page}-${index}`, "rose", at(0))),
      );
    }
    const first = await other.sync();
    expect(first.more).toBe(true);
    const second = await other.sync();
    expect(second.more).toBe(false);
    expect(other.items.size).toBe(300);
    other.since = 10_000;
    expect(await other.sync()).toMatchObject({ reset: true, more: true });
  });
});

describe("changes from two devices", () => {
  test("to one note keep both texts", async () => {
    const { one, other } = await addDevices();
    await one.sync(note("n1", "First.", at(0)));
    await other.sync();
    await one.sync(note("n1", "From the phone.", at(2), { base: at(0) }));
    await other.sync(note("n1", "From the tablet.", at(1), { base: at(0) }));
    await one.sync();
    for (const device of [one, other]) {
      expect(device.texts()).toEqual(["From the phone.", "From the tablet."]);
      expect(device.items.get("n1")?.text).toBe("From the phone.");
    }
  });

  test("to one note keep both texts if the later one arrives last, without naming its base", async () => {
    const { one, other } = await addDevices();
    await one.sync(note("n1", "First.", at(0)));
    await other.sync();
    await one.sync(note("n1", "From the phone.", at(1)));
    const late = [note("n1", "From the tablet.", at(2))];
    await other.post(late);
    await other.post(late);
    await other.sync();
    await one.sync();
    expect(other.texts()).toEqual(["From the phone.", "From the tablet."]);
    expect(other.items.get("n1")?.text).toBe("From the tablet.");
    expect(one.texts()).toEqual(other.texts());
  });

  test("don't copy a person's own earlier text whose response was lost", async () => {
    const { one } = await addDevices();
    const ahead = at(3_600);
    const created = note("n1", "Draft.", ahead);
    await one.post([created], 0);
    await one.sync(created, note("n1", "Final.", ahead + 1, { base: ahead }));
    expect(one.texts()).toEqual(["Final."]);
    one.since = 0;
    await one.sync(note("n1", "Even later.", at(9)), note("n1", "Final again.", at(10)));
    expect(one.texts()).toEqual(["Final again.", "Final."]);
  });

  test("to a deleted note restore it with the new text", async () => {
    const { one, other } = await addDevices();
    await one.sync(note("n1", "First.", at(0)));
    await other.sync();
    await one.sync(deletion("n1", "note", at(5)));
    await other.sync(note("n1", "Longer.", at(3), { base: at(0) }));
    await one.sync();
    expect(one.texts()).toEqual(["Longer."]);
  });

  test("keep a note whose new text the deleting device hadn't seen", async () => {
    const { one, other } = await addDevices();
    await one.sync(note("n1", "First.", at(0)));
    await other.sync();
    await one.sync(note("n1", "Longer.", at(1), { base: at(0) }));
    await other.sync(deletion("n1", "note", at(5)));
    expect(other.texts()).toEqual(["Longer."]);
  });

  test("to one collection keep the verses that either device added", async () => {
    const { one, other } = await addUnlimited();
    await one.sync(collection("c1", [1], at(0)));
    await other.sync();
    await one.sync(collection("c1", [1, 7], at(1), { changed: ["verses"], base: at(0) }));
    await other.sync(collection("c1", [9, 1], at(2), { changed: ["verses"], base: at(0) }));
    expect(other.items.get("c1")?.verses).toEqual([9, 1, 7]);
  });

  test("to one highlight keep the later color, and the later of deleting and adding", async () => {
    const { one, other } = await addDevices();
    await one.sync(highlight("h1", "gold", at(0)));
    await other.sync(highlight("h1", "blue", at(2)));
    await one.sync(highlight("h1", "green", at(1)));
    expect(one.items.get("h1")?.color).toBe("blue");
    await one.sync(deletion("h1", "highlight", at(1.5)));
    expect(one.items.has("h1")).toBe(true);
    await one.sync(deletion("h1", "highlight", at(3)));
    await other.sync(highlight("h1", "rose", at(2.5)));
    expect(other.items.has("h1")).toBe(false);
    await other.sync(highlight("h1", "rose", at(4)));
    await one.sync();
    expect(one.items.get("h1")?.color).toBe("rose");
  });

  test("don't win forever because of a clock that is ahead", async () => {
    const { one, other } = await addDevices();
    await one.sync(highlight("h1", "gold", at(365 * 24 * 3_600)));
    vi.setSystemTime(now.getTime() + 1_000);
    await other.sync(highlight("h1", "blue", at(1)));
    expect(other.items.get("h1")?.color).toBe("blue");
  });

  test("take turns when they arrive at once, and lose nothing", async () => {
    const { person, one } = await addDevices();
    const devices = Array.from({ length: 8 }, () => addDevice(person.token));
    await one.sync(note("n1", "First.", at(0)));
    for (const device of devices) device.since = one.since;
    await Promise.all(
      devices.map((device, index) =>
        device.sync(note("n1", `Text ${index}`, at(1 + index), { base: at(0) })),
      ),
    );
    await one.sync();
    const wanted = ["First.", ...devices.map((_, index) => `Text ${index}`)];
    expect(wanted.slice(1).every((text) => one.texts().includes(text))).toBe(true);
    expect(one.items.get("n1")?.text).toBe("Text 7");
    const revs = [...one.items.values()].map(({ rev }) => rev);
    expect(new Set(revs).size).toBe(revs.length);
  });
});

describe("deleted items", () => {
  test("leave nothing but their IDs, which are forgotten after a year", async () => {
    const { person, one, other } = await addDevices();
    await one.sync(note("n1", "Private.", at(0)), note("n2", "Kept.", at(0)));
    await other.sync();
    await one.sync(deletion("n1", "note", at(1)));
    const ofPerson = eq(studyItems.userId, person.userId);
    const [row] = await app.context.db
      .select()
      .from(studyItems)
      .where(and(ofPerson, eq(studyItems.id, "n1")));
    expect(row?.data).toEqual({});
    vi.setSystemTime(new Date("2028-03-08T12:00:00Z"));
    await purgeDeletedItems(app.context);
    expect(await app.context.db.$count(studyItems, ofPerson)).toBe(2);
    vi.setSystemTime(new Date("2028-03-11T12:00:00Z"));
    await purgeDeletedItems(app.context);
    expect(await app.context.db.$count(studyItems, ofPerson)).toBe(1);
    // The session has ended by now, so the use case is called directly.
    const read = (since: number) => syncStudy(app.context, person.actor, { since, changes: [] });
    const late = await read(other.since);
    expect(late.reset).toBe(true);
    expect(late.changes.map(({ id }) => id)).toEqual(["n2"]);
    expect((await read(late.rev)).reset).toBe(false);
  });
});
