/** The commands of a live page: who may send each of them, and what they change. */
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { users } from "#server/db/tables/accounts.table.ts";
import { classes } from "#server/db/tables/classes.table.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addAccount, addStudent, addTeacher, type Person } from "../../support/people.ts";
import { attend } from "./live-class.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const { addClass, read, send, run, follow, knowAsGone, passLead } = attend(() => app);

const share = { command: "share", from: "2:255", to: "2:257" };
const stateOf = async (person: Person, classId: string) =>
  (await read(person, classId)).body.data.state;

describe("the page of a class", () => {
  it("is empty at first, and the teacher leads", async () => {
    const { teacher, student, classId, courseId } = await addClass();
    const lead = { _id: teacher.profileId, name: teacher.actor.name };
    const { status, body } = await read(student, classId);
    expect(status).toBe(200);
    expect(body.data).toEqual({
      seq: 0,
      state: {
        shared: false,
        from: null,
        to: null,
        current: null,
        word: null,
        translations: true,
        transliteration: false,
        gloss: false,
        locked: false,
        lead,
        cohosts: [],
        reciter: null,
      },
      role: "participant",
      followers: 0,
      isLeadAway: true,
      hands: 0,
      isHandRaised: false,
      profileId: student.profileId,
      hostId: teacher.profileId,
      class: {
        courseId,
        courseTitle: expect.any(String),
        startsAt: expect.any(String),
        endsAt: expect.any(String),
        isCanceled: false,
        isInZoom: false,
      },
    });
    // A student can recite without having opened the page.
    expect((await read(teacher, classId)).body.data).toMatchObject({
      role: "host",
      people: [{ _id: student.profileId, isHere: false, isExpected: true }],
    });
  });

  it("can be shared, moved to another verse, and stopped", async () => {
    const { teacher, student, classId } = await addClass();
    expect(await run(teacher, classId, share)).toBe(1);
    expect(await stateOf(student, classId)).toMatchObject({
      shared: true,
      from: "2:255",
      to: "2:257",
      current: "2:255",
    });
    expect(await run(teacher, classId, { command: "go", verse: "2:257" })).toBe(2);
    expect(await stateOf(student, classId)).toMatchObject({ current: "2:257" });
    expect(await run(teacher, classId, { command: "stop" })).toBe(3);
    expect(await stateOf(student, classId)).toMatchObject({
      shared: false,
      from: null,
      to: null,
      current: null,
    });
  });

  it("shows a passage across surahs, and a single verse", async () => {
    const { teacher, classId } = await addClass();
    await run(teacher, classId, { command: "share", from: "113:5", to: "114:6" });
    await run(teacher, classId, { command: "go", verse: "114:1" });
    await run(teacher, classId, { command: "share", from: "1:1", to: "1:1" });
    expect(await stateOf(teacher, classId)).toMatchObject({ from: "1:1", to: "1:1" });
  });

  it("shows and hides what the lead chooses, and is locked", async () => {
    const { teacher, student, classId } = await addClass();
    await run(teacher, classId, { command: "show", translations: ["en.sahih"], gloss: true });
    expect(await stateOf(student, classId)).toMatchObject({
      translations: ["en.sahih"],
      transliteration: false,
      gloss: true,
    });
    await run(teacher, classId, { command: "show", translations: false, transliteration: true });
    await run(teacher, classId, { command: "lock", locked: true });
    expect(await stateOf(student, classId)).toMatchObject({
      translations: false,
      transliteration: true,
      gloss: true,
      locked: true,
    });
  });

  it("includes the word that the lead has just pointed at, without a new state", async () => {
    const { teacher, student, classId } = await addClass();
    const seq = await run(teacher, classId, share);
    expect(await run(teacher, classId, { command: "point", verse: "2:255", word: 3 })).toBe(seq);
    // With two apps, the one that received the pointer answers every other request.
    await expect.poll(() => stateOf(student, classId)).toMatchObject({ current: "2:255", word: 3 });
    await run(teacher, classId, { command: "go", verse: "2:256" });
    expect(await stateOf(student, classId)).toMatchObject({ current: "2:256", word: null });
  });

  it("names the student who recites, and lowers that student's hand", async () => {
    const { teacher, student, classId } = await addClass(1, { name: "Hamza Iqbal", age: 12 });
    await run(student, classId, { command: "raise" });
    await run(teacher, classId, { command: "recite", profileId: student.profileId });
    const { state, hands } = (await read(teacher, classId)).body.data;
    expect(state.reciter).toEqual({ _id: student.profileId, name: "Hamza Iqbal" });
    expect(hands).toBe(0);
    // Students see only the first names of minors.
    expect((await stateOf(student, classId)).reciter.name).toBe("Hamza");
    await run(teacher, classId, { command: "recite", profileId: null });
    expect((await stateOf(student, classId)).reciter).toBeNull();
  });
});

describe("a refused command", () => {
  const commands = [
    share,
    { command: "stop" },
    { command: "go", verse: "2:255" },
    { command: "point", verse: "2:255", word: 1 },
    { command: "show", gloss: true },
    { command: "lock", locked: true },
    { command: "recite", profileId: null },
  ];

  it.each(commands)("$command of a student who may not lead changes nothing", async (command) => {
    const { teacher, student, classId } = await addClass();
    await run(teacher, classId, share);
    const before = await stateOf(teacher, classId);
    expect((await send(student, classId, command)).status).toBe(403);
    expect(await stateOf(teacher, classId)).toEqual(before);
  });

  it.each(commands)("$command of the host without the lead changes nothing", async (command) => {
    const { teacher, student, classId } = await addClass();
    await run(teacher, classId, share);
    await passLead(teacher, student, classId);
    const before = await stateOf(teacher, classId);
    const { status, body } = await send(teacher, classId, command);
    expect(status).toBe(409);
    expect(body.message).toBe(`${student.actor.name} is leading the class now.`);
    expect(await stateOf(teacher, classId)).toEqual(before);
  });

  it.each([
    ["an unknown command", { command: "dance" }],
    ["no command", {}],
    ["a surah that doesn't exist", { command: "share", from: "115:1", to: "115:2" }],
    ["a verse that doesn't exist", { command: "share", from: "1:1", to: "1:8" }],
    ["a passage that ends before it begins", { command: "share", from: "2:2", to: "2:1" }],
    ["a number instead of a verse", { command: "share", from: 1, to: 2 }],
    ["a verse before the passage", { command: "go", verse: "2:254" }],
    ["a verse after the passage", { command: "go", verse: "3:1" }],
    ["a pointer outside of the passage", { command: "point", verse: "2:1", word: 1 }],
    ["a word before the first", { command: "point", verse: "2:255", word: 0 }],
    ["a word after the last", { command: "point", verse: "2:255", word: 51 }],
    ["half a word", { command: "point", verse: "2:255", word: 1.5 }],
    ["an unknown edition", { command: "show", translations: ["en.unknown"] }],
    ["the Arabic text as a translation", { command: "show", translations: ["ar.hafs"] }],
    ["nothing to show", { command: "show" }],
    ["a display option that isn't a boolean", { command: "show", gloss: "yes" }],
    ["a lock without a value", { command: "lock" }],
    ["an answer without a stream", { command: "here", stream: "" }],
    ["a stranger as the reciter", { command: "recite", profileId: "prf_stranger" }],
    ["a stranger as the lead", { command: "lead", profileId: "prf_stranger" }],
    ["a stranger as a co-host", { command: "cohosts", profileIds: ["prf_stranger"] }],
    ["too many co-hosts", { command: "cohosts", profileIds: Array(11).fill("prf_stranger") }],
  ])("with %s gets 400", async (_, command) => {
    const { teacher, classId } = await addClass();
    await run(teacher, classId, share);
    const before = await stateOf(teacher, classId);
    expect((await send(teacher, classId, command)).status).toBe(400);
    expect(await stateOf(teacher, classId)).toEqual(before);
  });

  it("to point at a word that doesn't exist gets the number of words, also right after another", async () => {
    const { teacher, classId } = await addClass();
    await run(teacher, classId, { command: "share", from: "1:1", to: "1:7" });
    await run(teacher, classId, { command: "point", verse: "1:1", word: 4 });
    const { status, body } = await send(teacher, classId, {
      command: "point",
      verse: "1:1",
      word: 99,
    });
    expect(status).toBe(400);
    const message = "Verse 1:1 has no word 99. Its words are numbered from 1 to 4.";
    expect(body.errors).toEqual([{ field: "word", message }]);
  });

  it("to move on gets 400 while nothing is shared", async () => {
    const { teacher, classId } = await addClass();
    expect((await send(teacher, classId, { command: "go", verse: "1:1" })).status).toBe(400);
    expect((await send(teacher, classId, { command: "point", verse: "1:1" })).status).toBe(400);
  });

  it("gets 404 if its sender isn't in the class, and so does every other call", async () => {
    const { classId } = await addClass();
    const strangers = [
      await addTeacher(app.context),
      await addStudent(app.context),
      await addAccount(app.context),
    ];
    for (const stranger of strangers) {
      for (const id of [classId, "cls_missing", "x"]) {
        expect((await send(stranger, id, share)).status).toBe(404);
        expect((await send(stranger, id, { command: "raise" })).status).toBe(404);
        expect((await send(stranger, id, { command: "here", stream: "x" })).status).toBe(404);
        expect((await send(stranger, id, { command: "point", verse: "1:1" })).status).toBe(404);
        expect((await read(stranger, id)).status).toBe(404);
        for (const end of ["events", "recap"]) {
          const path = `/api/classes/${id}/page/${end}`;
          expect((await app.call("GET", path, { token: stranger.token })).status).toBe(404);
        }
      }
    }
  });

  it("gets 409 in a canceled class", async () => {
    const { teacher, student, classId } = await addClass();
    await run(teacher, classId, share);
    await app.context.db
      .update(classes)
      .set({ status: "cancelled" })
      .where(eq(classes.id, classId));
    expect((await send(teacher, classId, share)).status).toBe(409);
    const pointing = { command: "point", verse: "2:255", word: 1 };
    expect((await send(teacher, classId, pointing)).status).toBe(409);
    expect((await send(student, classId, { command: "raise" })).status).toBe(409);
    expect((await read(student, classId)).status).toBe(200);
  });
});

describe("an edition that the operator doesn't offer", () => {
  it("can't be shown", async () => {
    const { config } = app.context;
    const all = config.quranEditions;
    const { teacher, classId } = await addClass();
    try {
      config.quranEditions = ["ar.hafs", "en.sahih"];
      const show = (input: object) => send(teacher, classId, { command: "show", ...input });
      expect((await show({ translations: ["fr.hamidullah"] })).status).toBe(400);
      expect((await show({ gloss: true })).status).toBe(400);
      expect((await show({ transliteration: true })).status).toBe(400);
      expect((await show({ translations: ["en.sahih"], gloss: false })).status).toBe(200);
    } finally {
      config.quranEditions = all;
    }
  });
});

describe("the lead", () => {
  it("is passed to a student, who leads until the host takes it back", async () => {
    const { teacher, student, classId } = await addClass();
    await run(teacher, classId, share);
    await passLead(teacher, student, classId);
    expect((await read(student, classId)).body.data).toMatchObject({
      role: "cohost",
      state: { lead: { _id: student.profileId }, cohosts: [student.profileId] },
    });
    await run(student, classId, { command: "go", verse: "2:256" });
    expect((await send(teacher, classId, { command: "go", verse: "2:257" })).status).toBe(409);
    await run(teacher, classId, { command: "lead", profileId: teacher.profileId });
    expect((await send(student, classId, { command: "go", verse: "2:255" })).status).toBe(409);
    await run(teacher, classId, { command: "go", verse: "2:257" });
    expect(await stateOf(student, classId)).toMatchObject({ current: "2:257" });
  });

  it("is taken by a co-host at any time, and taken back by the host", async () => {
    const { teacher, students, classId } = await addClass(3);
    const [first, second, other] = students as [Person, Person, Person];
    const take = (person: Person) =>
      send(person, classId, { command: "lead", profileId: person.profileId });
    await run(teacher, classId, share);
    expect((await take(first)).status).toBe(403);
    const profileIds = [first.profileId, second.profileId];
    await run(teacher, classId, { command: "cohosts", profileIds });
    expect((await take(first)).status).toBe(200);
    await run(first, classId, { command: "go", verse: "2:256" });
    expect((await send(teacher, classId, { command: "go", verse: "2:257" })).status).toBe(409);
    expect((await take(second)).status).toBe(200);
    expect((await send(first, classId, { command: "go", verse: "2:257" })).status).toBe(409);
    // Only the host and the person who has the lead can pass it to a co-host.
    const give = { command: "lead", profileId: second.profileId };
    expect((await take(teacher)).status).toBe(200);
    expect((await send(first, classId, give)).status).toBe(409);
    expect((await take(other)).status).toBe(403);
    expect(await stateOf(other, classId)).toMatchObject({
      current: "2:256",
      lead: { _id: teacher.profileId },
      cohosts: profileIds,
    });
    await run(teacher, classId, { command: "cohosts", profileIds: [] });
    expect((await take(first)).status).toBe(403);
  });

  it("stays with a host who takes it back while a co-host takes it", async () => {
    const { teacher, students, classId } = await addClass(2);
    const [leading, cohost] = students as [Person, Person];
    await run(teacher, classId, { command: "cohosts", profileIds: [cohost.profileId] });
    await passLead(teacher, leading, classId);
    const take = (person: Person) =>
      send(person, classId, { command: "lead", profileId: person.profileId });
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => take(cohost)),
      take(teacher),
    ]);
    expect(answers.at(-1)?.status).toBe(200);
    for (const { status } of answers) expect([200, 409]).toContain(status);
    const { lead } = await stateOf(cohost, classId);
    expect([teacher.profileId, cohost.profileId]).toContain(lead._id);
    // The former lead can't continue.
    expect((await send(leading, classId, share)).status).toBe(409);
  });

  it("is passed on by co-hosts to each other and to the host, but to no other student", async () => {
    const { teacher, students, classId } = await addClass(3);
    const [first, second, other] = students as [Person, Person, Person];
    const cohosts = [first.profileId, second.profileId];
    await run(teacher, classId, { command: "cohosts", profileIds: cohosts });
    const lead = (to: Person) => ({ command: "lead", profileId: to.profileId });
    await follow(teacher, classId);
    await follow(second, classId);
    await passLead(teacher, first, classId);
    expect((await send(first, classId, lead(other))).status).toBe(403);
    await run(first, classId, lead(second));
    expect((await send(first, classId, lead(teacher))).status).toBe(409);
    await run(second, classId, lead(teacher));
    await run(teacher, classId, share);
    expect((await send(other, classId, lead(other))).status).toBe(403);
    expect((await send(first, classId, { command: "cohosts", profileIds: [] })).status).toBe(403);
  });

  it("isn't passed to anyone who doesn't have the page open", async () => {
    const { teacher, students, classId } = await addClass(2);
    const [first, second] = students as [Person, Person];
    const profileIds = [first.profileId, second.profileId];
    await run(teacher, classId, { command: "cohosts", profileIds });
    const lead = { command: "lead", profileId: first.profileId };
    const { status, body } = await send(teacher, classId, lead);
    expect([status, body.message]).toEqual([409, "This person doesn't have the page open."]);
    expect((await stateOf(first, classId)).lead._id).toBe(teacher.profileId);
    // Taking it is a sign of presence.
    await run(second, classId, { ...lead, profileId: second.profileId });
    expect((await send(second, classId, lead)).status).toBe(409);
    const stream = await follow(first, classId);
    await run(second, classId, lead);
    await run(teacher, classId, { ...lead, profileId: teacher.profileId });
    await stream.close();
    await knowAsGone(first, classId);
    expect((await send(teacher, classId, lead)).status).toBe(409);
  });

  it("returns to the host when its co-host is no longer named", async () => {
    const { teacher, student, classId } = await addClass();
    await passLead(teacher, student, classId);
    await run(teacher, classId, { command: "cohosts", profileIds: [] });
    expect(await stateOf(student, classId)).toMatchObject({
      lead: { _id: teacher.profileId },
      cohosts: [],
    });
    expect((await send(student, classId, share)).status).toBe(403);
  });

  it("never belongs to two people, however many commands compete", async () => {
    const { teacher, student, classId } = await addClass();
    await run(teacher, classId, share);
    await passLead(teacher, student, classId);
    const take = { command: "lead", profileId: teacher.profileId };
    const go = { command: "go", verse: "2:257" };
    const answers = await Promise.all([
      send(teacher, classId, take),
      ...Array.from({ length: 8 }, () => send(student, classId, go)),
      ...Array.from({ length: 8 }, () => send(teacher, classId, { ...go, verse: "2:256" })),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses[0]).toBe(200);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    const seqs = answers.filter(({ status }) => status === 200).map(({ body }) => body.data.seq);
    expect(new Set(seqs).size).toBe(seqs.length);
    expect((await send(student, classId, go)).status).toBe(409);
  });
});

describe("a student whose account was deleted or suspended", () => {
  it("isn't listed and can't recite or lead, although the paid seat stays", async () => {
    const { teacher, students, classId } = await addClass(3);
    const [left, suspended, other] = students as [Person, Person, Person];
    const { db } = app.context;
    const set = (person: Person, change: Partial<typeof users.$inferInsert>) =>
      db.update(users).set(change).where(eq(users.id, person.userId));
    await set(left, { deletedAt: new Date() });
    const until = new Date(Date.now() + 3_600_000);
    const suspendedReason = "Harassment";
    await set(suspended, { suspendedAt: new Date(), suspendedUntil: until, suspendedReason });
    const { people } = (await read(teacher, classId)).body.data;
    expect(people.map(({ _id }: { _id: string }) => _id)).toEqual([other.profileId]);
    for (const { profileId } of [left, suspended]) {
      for (const command of ["recite", "lead"]) {
        expect((await send(teacher, classId, { command, profileId })).status, command).toBe(400);
      }
    }
  });
});

describe("a co-host", () => {
  it("sees only the people who have the page open and the reciter, and can choose only them", async () => {
    const { teacher, students, classId } = await addClass(4);
    const [cohost, present, absent, reciter] = students as [Person, Person, Person, Person];
    await run(teacher, classId, { command: "cohosts", profileIds: [cohost.profileId] });
    await run(absent, classId, { command: "raise" });
    await follow(present, classId);
    const stream = await follow(cohost, classId);
    const names = (people: { _id: string }[] | undefined) => people?.map(({ _id }) => _id).sort();
    const ids = (...people: Person[]) => people.map(({ profileId }) => profileId).sort();
    const list = async (person: Person) => names((await read(person, classId)).body.data.people);
    expect(await list(cohost)).toEqual(ids(cohost, present));
    expect(names(stream.of("snapshot")[0]?.people)).toEqual(ids(cohost, present));
    expect(await list(teacher)).toEqual(ids(cohost, present, absent, reciter));
    expect(await list(present)).toBeUndefined();
    await run(teacher, classId, { command: "recite", profileId: reciter.profileId });
    await expect
      .poll(() => names(stream.latest("presence")?.people))
      .toEqual(ids(cohost, present, reciter));
    expect(await list(cohost)).toEqual(ids(cohost, present, reciter));
    // The co-host, who leads now, isn't listed anymore.
    await run(cohost, classId, { command: "lead", profileId: cohost.profileId });
    const recite = (person: Person) =>
      send(cohost, classId, { command: "recite", profileId: person.profileId });
    const refused = await recite(absent);
    expect(refused.status).toBe(409);
    expect(refused.body.message).not.toContain(absent.actor.name);
    for (const person of [reciter, present]) expect((await recite(person)).status).toBe(200);
    expect((await recite(reciter)).status).toBe(409);
    expect(JSON.stringify([stream.of("presence"), stream.of("state")])).not.toContain(
      absent.profileId,
    );
  });
});

describe("a raised hand", () => {
  it("is listed in order for those who lead, and counted for others", async () => {
    const { teacher, students, classId } = await addClass(3, { age: 11 });
    const [first, second, third] = students as [Person, Person, Person];
    await run(second, classId, { command: "raise" });
    await run(first, classId, { command: "raise" });
    await run(second, classId, { command: "raise" });
    const { people, hands } = (await read(teacher, classId)).body.data;
    expect(people).toEqual([
      { ...shown(second), isHere: false, handRaisedAt: expect.any(String) },
      { ...shown(first), isHere: false, handRaisedAt: expect.any(String) },
      { ...shown(third), isHere: false, isExpected: true },
    ]);
    expect(hands).toBe(2);
    expect((await read(first, classId)).body.data).toMatchObject({ hands: 2, isHandRaised: true });
    const others = (await read(third, classId)).body.data;
    expect(others).toMatchObject({ hands: 2, isHandRaised: false });
    expect(others.people).toBeUndefined();
    await run(teacher, classId, { command: "cohosts", profileIds: [third.profileId] });
    await follow(second, classId);
    const toCohost = (await read(third, classId)).body.data.people;
    expect(toCohost[0].name).toBe(second.actor.name.split(" ")[0]);
  });

  it("is lowered by its owner, the host and the lead, but by no one else", async () => {
    const { teacher, students, classId } = await addClass(2);
    const [first, second] = students as [Person, Person];
    const lower = { command: "lower", profileId: first.profileId };
    await run(first, classId, { command: "raise" });
    expect((await send(second, classId, lower)).status).toBe(403);
    await run(first, classId, { command: "lower" });
    expect((await read(teacher, classId)).body.data.hands).toBe(0);
    await run(first, classId, { command: "raise" });
    await run(teacher, classId, lower);
    expect((await read(teacher, classId)).body.data.hands).toBe(0);
    expect((await send(teacher, classId, { command: "raise" })).status).toBe(403);
  });
});

const shown = (person: Person) => ({ _id: person.profileId, name: person.actor.name });
