/** The devices that people use to study, and the changes that they make. */
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";
import { clockOfTime } from "#lib/study/clock.ts";
import type { StudyItem, Synced } from "#lib/study/study.responses.ts";
import { type Answer, createTestApp } from "../../support/app.ts";
import { addCourse } from "../../support/courses.ts";
import { addStudent, addTeacher } from "../../support/people.ts";

export const now = new Date("2027-03-10T12:00:00Z");

/** A clock a few seconds after `now`, which is within the tolerance. */
export const at = (seconds: number) => clockOfTime(now.getTime() + seconds * 1_000);

export type Change = Record<string, unknown>;
export const anchor = {
  verse: 262,
  fromWord: null,
  toWord: null,
  edition: "en.sahih",
  quote: "Neither drowsiness overtakes Him nor sleep.",
};
export const note = (id: string, text: string, clock: number, more: Change = {}): Change => ({
  id,
  kind: "note",
  anchor,
  text,
  clock,
  ...more,
});
export const highlight = (id: string, color: string, clock: number, more: Change = {}): Change => ({
  id,
  kind: "highlight",
  anchor,
  color,
  clock,
  ...more,
});
export const collection = (
  id: string,
  verses: number[],
  clock: number,
  more: Change = {},
): Change => ({
  id,
  kind: "collection",
  name: "Patience",
  verses,
  clock,
  ...more,
});
export const deletion = (id: string, kind: string, clock: number): Change => ({
  id,
  kind,
  deleted: true,
  clock,
});

export interface Device {
  items: Map<string, StudyItem>;
  /** The revision that the device last read. */
  since: number;
  post(changes: unknown, since?: unknown): Promise<Answer>;
  sync(...changes: Change[]): Promise<Synced>;
  texts(): (string | undefined)[];
}

/** Opens an app for a test file. In its tests, the date is March 10, 2027. */
export async function openStudy() {
  const app = await createTestApp({ env: { RATE_LIMIT_FACTOR: "100" } });
  afterAll(() => app.close());
  beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now }));
  afterEach(() => void vi.useRealTimers());

  /** A person's device, which keeps what it has received. */
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

  return { app, addDevice, addDevices, addUnlimited };
}
