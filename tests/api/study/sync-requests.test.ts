/** Which changes the server accepts from a device, and how many. */
import { describe, expect, test } from "vitest";
import { studyLimits } from "#lib/study/study.rules.ts";
import { addAccount } from "../../support/people.ts";
import {
  anchor,
  at,
  type Change,
  collection,
  deletion,
  highlight,
  note,
  openStudy,
} from "./devices.ts";

const { app, addDevice, addDevices, addUnlimited } = await openStudy();

describe("the free plan", () => {
  test("refuses the 21st note and any collection, but no change to existing items", async () => {
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

  const conflict = (id: string, index: number) =>
    note(id, `Version ${index}`, at(1 + index / 10), { changed: ["text"], base: 1 });

  test("stores 20 more copies of texts that lost a conflict, and then refuses further changes", async () => {
    const { one } = await addDevices();
    await one.sync(...Array.from({ length: 20 }, (_, index) => note(`n${index}`, "Note.", at(0))));
    const changes = Array.from({ length: 25 }, (_, index) => conflict("n0", index));
    const { refused } = await one.sync(...changes);
    expect(refused).toEqual(
      changes.slice(20).map(({ id, clock }) => ({ id, clock, reason: "annotations" })),
    );
    expect(one.items.size).toBe(40);
    expect((await one.sync(conflict("n1", 30))).refused).toHaveLength(1);
    const { text } = one.items.get("n0") ?? {};
    expect(text).toBe("Version 19");
    expect((await one.sync(note("n1", "Changed.", at(9), { base: at(0) }))).refused).toEqual([]);
  });

  test("keeps both versions of a note if more was written under another plan", async () => {
    const { person, one } = await addUnlimited();
    const notes = Array.from({ length: 60 }, (_, index) => note(`n${index}`, "Note.", at(0)));
    await one.sync(...notes);
    await app.database.pool.query("update courses set status = 'archived' where teacher_id = $1", [
      person.profileId,
    ]);
    expect((await one.sync(conflict("n0", 1))).refused).toEqual([]);
    expect(one.items.size).toBe(61);
  });

  test("lets people edit and export what they wrote under another plan", async () => {
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

describe("a deletion", () => {
  test("can be undone by a person with more than their plan allows", async () => {
    const { person, one } = await addUnlimited();
    const kept = Array.from({ length: 25 }, (_, index) => note(`n${index}`, "Note.", at(0)));
    await one.sync(...kept, collection("c1", [1], at(0)));
    const { pool } = app.database;
    await pool.query("update courses set status = 'archived' where teacher_id = $1", [
      person.profileId,
    ]);
    await one.sync(deletion("n0", "note", at(1)), deletion("c1", "collection", at(1)));
    const restored = await one.sync(note("n0", "Note.", at(2)), collection("c1", [1], at(2)));
    expect(restored.refused).toEqual([]);
    await one.sync(deletion("n0", "note", at(3)));
    await pool.query(
      "update study_items set deleted_at = deleted_at - interval '11 minutes' where user_id = $1",
      [person.userId],
    );
    expect((await one.sync(note("n0", "Note.", at(4)))).refused, "after a while").toEqual([]);
  });

  test("can't be undone in addition to what has taken its place", async () => {
    const { one } = await addDevices();
    const write = (prefix: string, time: number) =>
      Array.from({ length: 20 }, (_, index) => note(`${prefix}${index}`, "Note.", at(time)));
    await one.sync(...write("a", 0));
    await one.sync(
      ...Array.from({ length: 20 }, (_, index) => deletion(`a${index}`, "note", at(1))),
    );
    expect((await one.sync(...write("b", 2))).refused).toEqual([]);
    const restored = await one.sync(...write("a", 3));
    expect(restored.refused.map(({ reason }) => reason)).toEqual(
      Array.from({ length: 20 }, () => "annotations"),
    );
    await one.sync(deletion("b0", "note", at(4)));
    expect((await one.sync(note("b0", "Note.", at(5)))).refused).toEqual([]);
    expect(one.items.size).toBe(20);
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

  test("never reaches another person's items, even with their IDs", async () => {
    const { one } = await addDevices();
    const { person, one: foreign } = await addDevices();
    await one.sync(note("n1", "Mine.", at(0)));
    const unknown = await foreign.post([deletion("nothing", "note", at(9))]);
    const known = await foreign.post([deletion("n1", "note", at(9))]);
    expect(known.body).toEqual(unknown.body);
    await foreign.sync(note("n1", "Another's.", at(9)));
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
      "a verse that doesn't exist",
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
    ["a character that can't be stored", note("n", "a\u0000b", 1), "changes.0.text"],
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

  test("refuses an item on words that its verse doesn't have, and stores the others", async () => {
    const { one } = await addUnlimited();
    // The verse has 50 words.
    const words = (toWord: number) => ({
      anchor: { ...anchor, edition: "ar.hafs", fromWord: 49, toWord },
    });
    const { refused } = await one.sync(
      note("n1", "The last words.", at(0), words(50)),
      note("n2", "One word too many.", at(1), words(51)),
      highlight("h1", "gold", at(2)),
    );
    expect(refused).toEqual([{ id: "n2", clock: at(1), reason: "words" }]);
    expect([...one.items.keys()].sort()).toEqual(["h1", "n1"]);
    const moved = await one.sync(note("n1", "The last words.", at(3), words(60)));
    expect(moved.refused).toEqual([{ id: "n1", clock: at(3), reason: "words" }]);
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
