/** Finished recitations that the page on which they were marked couldn't send. */
import { expect, test, vi } from "vitest";
import { readOutgoing, storeOutgoing } from "#lib/recitations/client/marking-storage.ts";
import { sendWaitingLessons } from "#lib/recitations/client/waiting-lessons.ts";
import type { OutgoingLesson } from "#lib/recitations/marking.store.ts";
import { success } from "../support/api.ts";
import { signInAs } from "../support/session.ts";

const lesson = {
  seat: { courseId: "crs_1", studentId: "prf_2" },
  studentName: "Layla Osman",
  passage: { first: 262, last: 262 },
  input: { clientId: "2f4c8a5e-6a0f-4a53-9d3e-0d5c1b7a9e11", kind: "sabaq", mistakes: 1 },
} as unknown as OutgoingLesson;

test("a lesson that was finished offline is sent by a page that the teacher opens later", async () => {
  signInAs({ role: "teacher" });
  storeOutgoing("usr_1", lesson);
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit) => {
    if (method === "POST") sent.push(`${url} ${JSON.parse(String(body)).clientId}`);
    return new Response(JSON.stringify(success({ _id: "rec_1" }).body), { status: 201 });
  });
  await sendWaitingLessons();
  await vi.waitFor(() => expect(readOutgoing("usr_1")).toEqual([]));
  expect(sent).toEqual([`/api/recitations/course/crs_1/student/prf_2 ${lesson.input.clientId}`]);
});
