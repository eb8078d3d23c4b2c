import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { courses } from "#server/db/tables/courses.table.ts";
import { uploads } from "#server/db/tables/media.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { purgeUnusedUploads } from "#server/media/media.jobs.ts";
import { maxUnusedUploads } from "#server/media/unused-uploads.ts";
import { uploadImage } from "#server/media/upload.ts";
import { createTestApp, type TestApp } from "../../support/app.ts";
import { addCourse } from "../../support/courses.ts";
import { addTeacher } from "../../support/people.ts";

const day = 24 * 60 * 60 * 1000;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => app.close());

const drawPicture = () =>
  sharp({ create: { width: 700, height: 400, channels: 3, background: "#0a5" } })
    .png()
    .toBuffer();
const filesOnDisk = () => readdir(join(app.config.dataDir, "uploads"));

it("the purge job deletes unused pictures after a week, with their smaller copies", async () => {
  const teacher = await addTeacher(app.context);
  const courseId = await addCourse(app.context, teacher);
  const upload = async () =>
    (await uploadImage(app.context, teacher.actor, await drawPicture())).url;
  const [shownByProfile, shownByCourse, unused] = [await upload(), await upload(), await upload()];
  await app.context.db
    .update(profiles)
    .set({ profileImageUrl: shownByProfile })
    .where(eq(profiles.id, teacher.profileId));
  await app.context.db
    .update(courses)
    .set({ imageUrls: [shownByCourse] })
    .where(eq(courses.id, courseId));

  const kept = async () =>
    (await app.context.db.select({ key: uploads.key }).from(uploads)).map(
      ({ key }) => `/media/${key}`,
    );
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 6 * day });
  const fresh = await upload();
  await purgeUnusedUploads(app.context);
  expect((await kept()).sort()).toEqual([shownByProfile, shownByCourse, unused, fresh].sort());

  vi.setSystemTime(Date.now() + 2 * day);
  await purgeUnusedUploads(app.context);
  expect((await kept()).sort()).toEqual([shownByProfile, shownByCourse, fresh].sort());
  expect((await app.app.request(shownByCourse)).status).toBe(200);
  expect((await app.app.request(unused)).status).toBe(404);
  const names = (await filesOnDisk()).join(" ");
  expect(names).toContain(fresh.slice("/media/".length, -".webp".length));
  expect(names).not.toContain(unused.slice("/media/".length, -".webp".length));
});

it("a replaced or removed picture is deleted at once, unless something else shows it", async () => {
  const teacher = await addTeacher(app.context);
  const courseId = await addCourse(app.context, teacher, { status: "draft" });
  const upload = async () =>
    (await uploadImage(app.context, teacher.actor, await drawPicture())).url;
  const status = async (url: string) => (await app.app.request(url)).status;
  const { token } = teacher;
  const change = async (path: string, body: object) => {
    const changed = await app.call("PUT", `/api/${path}`, { token, body });
    expect(changed.status).toBe(200);
    await app.context.jobs.drain();
    return changed.body.data;
  };
  const [first, second] = [await upload(), await upload()];
  const profile = `teachers/${teacher.profileId}`;
  await change(profile, { profileImageUrl: first });
  await change(`courses/${courseId}`, { imageUrl: [first] });
  await change(profile, { profileImageUrl: second });
  expect([await status(first), await status(second)]).toEqual([200, 200]);
  await change(profile, { name: "Huda Karim" });
  expect(await status(second)).toBe(200);

  expect(await change(`courses/${courseId}`, { imageUrl: "" })).toMatchObject({ imageUrl: [] });
  expect(await status(first)).toBe(404);
  expect(await change(profile, { profileImageUrl: null })).not.toHaveProperty("profileImageUrl");
  expect(await status(second)).toBe(404);
  const left = await app.context.db
    .select({ key: uploads.key })
    .from(uploads)
    .where(eq(uploads.userId, teacher.userId));
  expect(left).toEqual([]);
  const names = (await filesOnDisk()).join(" ");
  for (const url of [first, second]) {
    expect(names).not.toContain(url.slice("/media/".length, -".webp".length));
  }
});

it("a person has a limited number of unused pictures, of which the newest are kept", async () => {
  const teacher = await addTeacher(app.context);
  const courseId = await addCourse(app.context, teacher, { status: "draft" });
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#0a5" } })
    .png()
    .toBuffer();
  const upload = async () => (await uploadImage(app.context, teacher.actor, picture)).url;
  const keep = async (path: string, body: object) => {
    const changed = await app.call("PUT", `/api/${path}`, { token: teacher.token, body });
    expect(changed.status).toBe(200);
  };
  const [shownByProfile, shownByCourse] = [await upload(), await upload()];
  await keep(`teachers/${teacher.profileId}`, { profileImageUrl: shownByProfile });
  await keep(`courses/${courseId}`, { imageUrl: [shownByCourse] });
  const unused: string[] = [];
  for (let count = 0; count < maxUnusedUploads + 3; count += 1) unused.push(await upload());
  const stored = await app.context.db
    .select({ key: uploads.key })
    .from(uploads)
    .where(eq(uploads.userId, teacher.userId));
  const kept = [shownByProfile, shownByCourse, ...unused.slice(3)];
  expect(stored.map(({ key }) => `/media/${key}`).sort()).toEqual(kept.sort());
  const names = (await filesOnDisk()).join(" ");
  for (const url of unused.slice(0, 3)) expect(names).not.toContain(url.slice(7, -5));
});
