import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { courses } from "#server/courses/courses.table.ts";
import { purgeUnusedUploads } from "#server/media/media.jobs.ts";
import { uploads } from "#server/media/media.table.ts";
import { uploadImage } from "#server/media/upload.ts";
import { profiles } from "#server/people/people.table.ts";
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

const filesOnDisk = () => readdir(join(app.config.dataDir, "uploads"));

it("removes week-old pictures that nothing shows, with their smaller copies", async () => {
  const teacher = await addTeacher(app.context);
  const courseId = await addCourse(app.context, teacher);
  const draw = () =>
    sharp({ create: { width: 700, height: 400, channels: 3, background: "#0a5" } })
      .png()
      .toBuffer();
  const upload = async () => (await uploadImage(app.context, teacher.actor, await draw())).url;
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
