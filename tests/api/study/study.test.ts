/** A person's devices synchronize bookmarks, highlights, notes and collections. */
import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { clockOfTime } from "#lib/study/clock.ts";
import type { StudyItem, Synced } from "#lib/study/study.responses.ts";
import { studyLimits } from "#lib/study/study.rules.ts";
import { studyItems } from "#server/db/tables/study.table.ts";
import { purgeDeletedItems } from "#server/study/purge.ts";
import { syncStudy } from "#server/study/sync.ts";
import { type Answer, createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse } from "../../support/courses.ts";
import { addAccount, addStudent, addTeacher } from "../../support/people.ts";
import { join, password } from "../accounts/browser.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "100" } });
});
afterAll(() => app.close());

const now = new Date("2027-03-10T12:00:00Z");
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now }));
afterEach(() => void vi.useRealTimers());

/** A clock some seconds after `now`, which is within the tolerance. */
const at = (seconds: number) => clockOfTime(now.getTime() + seconds * 1_000);

type Change = Record<string, unknown>;
const anchor = {
  verse: 262,
  fromWord: null,
  toWord: null,
  edition: "en.sahih",
  quote: "Neither drowsiness overtakes Him nor sleep.",
};
const note = (id: string, text: string, clock: number, more: Change = {}): Change => ({
  id,
  kind: "note",
  anchor,
  text,
  clock,
  ...more,
});
const highlight = (id: string, color: string, clock: number, more: Change = {}): Change => ({
  id,
  kind: "highlight",
  anchor,
  color,
  clock,
  ...more,
});
const collection = (id: string, verses: number[], clock: number, more: Change = {}): Change => ({
  id,
  kind: "collection",
  name: "Patience",
  verses,
  clock,
  ...more,
});
const deletion = (id: string, kind: string, clock: number): Change => ({
  id,
  kind,
  deleted: true,
  clock,
});

interface Device {
  items: Map<string, StudyItem>;
  /** The revision that the device has. */
  since: number;
  post(changes: unknown, since?: unknown): Promise<Answer>;
  sync(...changes: Change[]): Promise<Synced>;
  texts(): (string | undefined)[];
}

/** A device of a person, which keeps what it has received. */
function addDevice(token: string): Device {
  const items = new Map<string, StudyItem>();
  const device: Device = {
    items,
    since: 0,
    post: (changes, since = device.since) =>
      app.call("POST", "/api/study/sync", { token, body: { since, changes } }),
    async sync(...changes) {
      const { status, body } = await device.post(changes);
      expect(status).toBe(200);
      const synced: Synced = body.data;
      if (synced.reset) items.clear();
      for (const item of synced.changes) {
        if (item.deleted) items.delete(item.id);
        else items.set(item.id, item);
      }
      device.since = synced.rev;
      return synced;
    },
    texts: () => [...items.values()].map(({ text }) => text).sort(),
  };
  return device;
}

async function addDevices() {
  const person = await addStudent(app.context);
  return { person, one: addDevice(person.token), other: addDevice(person.token) };
}

/** A teacher with a published course, whose plan has no limits. */
async function addUnlimited() {
  const person = await addTeacher(app.context);
  await addCourse(app.context, person);
  return { person, one: addDevice(person.token), other: addDevice(person.token) };
}

describe("a person’s items", () => {
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

describe("changes on two devices", () => {
  test("of one note keep both texts", async () => {
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

  test("of one note keep both texts if the later one arrives last, without naming its base", async () => {
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

  test("make no copy of a person’s own earlier text whose response was lost", async () => {
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

  test("of a deleted note bring it back with the new text", async () => {
    const { one, other } = await addDevices();
    await one.sync(note("n1", "First.", at(0)));
    await other.sync();
    await one.sync(deletion("n1", "note", at(5)));
    await other.sync(note("n1", "Longer.", at(3), { base: at(0) }));
    await one.sync();
    expect(one.texts()).toEqual(["Longer."]);
  });

  test("keep a note whose new text the deleting device hadn’t seen", async () => {
    const { one, other } = await addDevices();
    await one.sync(note("n1", "First.", at(0)));
    await other.sync();
    await one.sync(note("n1", "Longer.", at(1), { base: at(0) }));
    await other.sync(deletion("n1", "note", at(5)));
    expect(other.texts()).toEqual(["Longer."]);
  });

  test("of one collection keep the verses that either device added", async () => {
    const { one, other } = await addUnlimited();
    await one.sync(collection("c1", [1], at(0)));
    await other.sync();
    await one.sync(collection("c1", [1, 7], at(1), { changed: ["verses"], base: at(0) }));
    await other.sync(collection("c1", [9, 1], at(2), { changed: ["verses"], base: at(0) }));
    expect(other.items.get("c1")?.verses).toEqual([9, 1, 7]);
  });

  test("of one highlight keep the later color, and the later of deleting and adding", async () => {
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

  test("don’t win forever with a clock that is ahead", async () => {
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
    // The session has ended by now, so the use case is called for the next one.
    const read = (since: number) => syncStudy(app.context, person.actor, { since, changes: [] });
    const late = await read(other.since);
    expect(late.reset).toBe(true);
    expect(late.changes.map(({ id }) => id)).toEqual(["n2"]);
    expect((await read(late.rev)).reset).toBe(false);
  });
});

describe("the free plan", () => {
  test("refuses the 21st note and any collection, but no change of what exists", async () => {
    const { one } = await addDevices();
    const notes = Array.from({ length: 21 }, (_, index) => note(`n${index}`, "Note.", at(0)));
    const { refused } = await one.sync(...notes, collection("c1", [1], at(0)));
    expect(refused).toEqual([
      { id: "n20", clock: at(0), reason: "annotations" },
      { id: "c1", clock: at(0), reason: "collections" },
    ]);
    expect(one.items.size).toBe(20);
    expect((await one.sync(note("n0", "Changed.", at(1), { base: at(0) }))).refused).toEqual([]);
    const exchanged = await one.sync(deletion("n1", "note", at(2)), highlight("h1", "rose", at(3)));
    expect(exchanged.refused).toEqual([]);
    const bookmark = { id: "b1", kind: "bookmark", verse: 1, name: "", clock: at(4) };
    expect((await one.sync(bookmark)).refused).toEqual([]);
  });

  test("keeps what was written under another plan changeable and exportable", async () => {
    const { person, one } = await addUnlimited();
    await one.sync(
      ...Array.from({ length: 30 }, (_, index) => note(`n${index}`, `Note ${index}`, at(0))),
      collection("c1", [1], at(0)),
    );
    await app.database.pool.query("update courses set status = 'archived' where teacher_id = $1", [
      person.profileId,
    ]);
    const { refused } = await one.sync(
      note("n29", "Changed.", at(1), { base: at(0) }),
      collection("c1", [1, 2], at(1), { changed: ["verses"], base: at(0) }),
      deletion("n28", "note", at(1)),
      note("new", "Too many.", at(1)),
    );
    expect(refused).toEqual([{ id: "new", clock: at(1), reason: "annotations" }]);
    const path = "/api/study/export?format=json";
    const { body } = await app.call("GET", path, { token: person.token });
    expect(body.data.items).toHaveLength(30);
  });
});

describe("a request to synchronize", () => {
  test("is refused without an account, and possible without a profile", async () => {
    const visitor = await app.call("POST", "/api/study/sync", { body: { since: 0, changes: [] } });
    expect(visitor.status).toBe(401);
    expect((await app.call("GET", "/api/study/export")).status).toBe(401);
    const { token } = await addAccount(app.context);
    await addDevice(token).sync(note("n1", "Before the profile.", at(0)));
  });

  test("never reaches another person’s items, even with their IDs", async () => {
    const { one } = await addDevices();
    const { person, one: foreign } = await addDevices();
    await one.sync(note("n1", "Mine.", at(0)));
    const unknown = await foreign.post([deletion("nothing", "note", at(9))]);
    const known = await foreign.post([deletion("n1", "note", at(9))]);
    expect(known.body).toEqual(unknown.body);
    await foreign.sync(note("n1", "Another’s.", at(9)));
    one.since = 0;
    await one.sync();
    expect(one.texts()).toEqual(["Mine."]);
    const { body } = await app.call("GET", "/api/study/export", { token: person.token });
    expect(JSON.stringify(body)).not.toContain("Mine.");
  });

  test.each<[string, Change, string]>([
    ["an unknown kind", { kind: "page" }, "changes.0.kind"],
    ["an ID with spaces", note("a b", "Text", 1), "changes.0.id"],
    ["a clock of zero", note("n", "Text", 0), "changes.0.clock"],
    ["a blank note", note("n", " \u200b", 1), "changes.0.text"],
    ["a long note", note("n", "x".repeat(studyLimits.note + 1), 1), "changes.0.text"],
    [
      "a verse that doesn’t exist",
      { id: "b", kind: "bookmark", verse: "1:8", name: "", clock: 1 },
      "changes.0.verse",
    ],
    [
      "words in the wrong order",
      note("n", "Text", 1, { anchor: { ...anchor, fromWord: 3, toWord: 2 } }),
      "changes.0.anchor.toWord",
    ],
    [
      "an unknown edition",
      note("n", "Text", 1, { anchor: { ...anchor, edition: "x" } }),
      "changes.0.anchor.edition",
    ],
    ["an unknown color", highlight("h", "#ff0000", 1), "changes.0.color"],
    ["a verse twice in a collection", collection("c", [1, 1], 1), "changes.0.verses"],
    [
      "a note without its place",
      { id: "n", kind: "note", text: "Text", clock: 1 },
      "changes.0.anchor",
    ],
    ["a character that can’t be stored", note("n", "a\u0000b", 1), "changes.0.text"],
    ["half of an emoji in a note", note("n", "a\ud83d", 1), "changes.0.text"],
    [
      "half of an emoji in a quote",
      note("n", "Text", 1, { anchor: { ...anchor, quote: "\ude00" } }),
      "changes.0.anchor.quote",
    ],
    [
      "half of an emoji in a name",
      { id: "b", kind: "bookmark", verse: 1, name: "a\ud83d", clock: 1 },
      "changes.0.name",
    ],
    ["half of an emoji in an unknown field", note("n", "Text", 1, { more: "\ud83d" }), "changes"],
  ])("with %s is refused and names the field", async (_name, change, field) => {
    const { one } = await addDevices();
    const { status, body } = await one.post([note("good", "Text", 1), change].reverse());
    expect(status).toBe(400);
    expect(body.errors.map((error: { field: string }) => error.field)).toContain(field);
    await one.sync();
    expect(one.items.size).toBe(0);
  });

  test("stores notes and quotes as they were written, without control characters", async () => {
    const { one } = await addDevices();
    const written = "  بِسْمِ\u200f\tone\u200e\n\ntwo ";
    await one.sync(
      note("n1", `${written}\u0001\u001b\u0085`, at(0), {
        anchor: { ...anchor, quote: `${written}\u0007` },
      }),
      note("n2", "one\r\ntwo", at(0)),
    );
    expect(one.items.get("n1")).toMatchObject({ text: written, anchor: { quote: written } });
    expect(one.items.get("n2")?.text).toBe("one\ntwo");
  });

  test("is refused if it is malformed or too large", async () => {
    const { one } = await addDevices();
    expect((await one.post([], -1)).body.errors[0].field).toBe("since");
    expect((await one.post([], "0")).status).toBe(400);
    expect((await one.post({})).status).toBe(400);
    const many = Array.from({ length: 101 }, (_, index) => highlight(`h${index}`, "gold", 1));
    expect((await one.post(many)).body.errors[0].field).toBe("changes");
    await one.sync(note("n1", "Text", at(0)));
    expect((await one.post([highlight("n1", "gold", at(1))])).body.errors[0]).toEqual({
      field: "changes.0.kind",
      message: "This ID belongs to an item of another kind.",
    });
  });
});

describe("an export", () => {
  async function addItems() {
    const { person, one } = await addUnlimited();
    await one.sync(
      { id: "b1", kind: "bookmark", verse: 300, name: "Next", clock: at(0) },
      highlight("h1", "gold", at(1), { anchor: { ...anchor, fromWord: 2, toWord: 4 } }),
      note("n1", "The greatest verse.", at(2)),
      collection("c1", [262, 1], at(3)),
      { id: "resume", kind: "bookmark", verse: 8, name: "", clock: at(4) },
      note("gone", "Deleted.", at(5)),
      deletion("gone", "note", at(6)),
    );
    return (format: string) =>
      app.call("GET", `/api/study/export?format=${format}`, { token: person.token });
  }

  test("as JSON contains all items and can be imported again", async () => {
    const { body, headers } = await (await addItems())("json");
    expect(headers.get("content-disposition")).toContain("attachment");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body.data).toMatchObject({ format: "halaqa-study", version: 1 });
    expect(body.data.items.map(({ id }: { id: string }) => id)).toEqual([
      "b1",
      "h1",
      "n1",
      "c1",
      "resume",
    ]);
  });

  test("as Markdown is in the order of the Quran", async () => {
    const { body } = await (await addItems())("markdown");
    expect(body).toMatchInlineSnapshot(`
      "# My Quran notes

      Exported from Halaqa on 2027-03-10.

      ## 2. Al-Baqarah

      ### 2:255

      **Highlight** (words 2–4): Gold

      > Neither drowsiness overtakes Him nor sleep.

      **Note**

      > Neither drowsiness overtakes Him nor sleep.

      The greatest verse.

      ## 3. Ali 'Imran

      ### 3:7

      **Bookmark**: Next

      ## Collections

      ### Patience

      - 2:255
      - 1:1

      Last read: 2:1
      "
    `);
  });

  test("as Web Annotations quotes the text and names the verse", async () => {
    const read = await addItems();
    const { body, headers } = await read("annotations");
    expect(headers.get("content-type")).toContain("application/ld+json");
    const page = typeof body === "string" ? JSON.parse(body) : body;
    const site = app.config.appUrl;
    expect(page).toMatchObject({
      "@context": "http://www.w3.org/ns/anno.jsonld",
      type: "AnnotationPage",
    });
    expect(page.items).toHaveLength(4);
    expect(page.items[2]).toEqual({
      id: `${site}/quran/study#n1`,
      type: "Annotation",
      motivation: "commenting",
      created: "2027-03-10T12:00:02.000Z",
      modified: "2027-03-10T12:00:02.000Z",
      body: {
        type: "TextualBody",
        value: "The greatest verse.",
        format: "text/plain",
        purpose: "commenting",
      },
      target: [
        {
          source: `${site}/quran/2`,
          selector: [
            {
              type: "FragmentSelector",
              conformsTo: "http://tools.ietf.org/rfc/rfc3236",
              value: "2:255",
            },
            { type: "TextQuoteSelector", exact: anchor.quote },
          ],
        },
      ],
    });
    expect((await read("pdf")).status).toBe(400);
  });
});

test("items are part of the account’s export and are deleted with the account", async () => {
  const member = await join(app);
  await addDevice(member.token).sync(note("n1", "Private.", at(0)));
  const { body } = await app.call("GET", "/api/users/me/export", { token: member.token });
  expect(body.data.studyItems).toMatchObject([{ id: "n1", text: "Private." }]);
  const { status } = await app.call("DELETE", "/api/users/me", {
    token: member.token,
    body: { currentPassword: password },
  });
  expect(status).toBe(200);
  expect(await app.context.db.$count(studyItems, eq(studyItems.userId, member.id))).toBe(0);
});
