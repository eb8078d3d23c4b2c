/** Finished recitations that the page on which they were marked couldn't send. */
import { expect, test, vi } from "vitest";
import { LiveClass } from "#islands/live-pages/LiveClass.tsx";
import type { LivePage } from "#lib/live-pages/live-pages.responses.ts";
import { readOutgoing, storeOutgoing } from "#lib/recitations/client/marking-storage.ts";
import type { OutgoingLesson } from "#lib/recitations/marking.store.ts";
import { success } from "../support/api.ts";
import { render } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";
import { facts, snapshot, stateWith } from "./page-stream.ts";

const lesson = {
  seat: { courseId: "crs_1", studentId: "prf_2" },
  studentName: "Layla Osman",
  passage: { first: 262, last: 262 },
  input: { clientId: "2f4c8a5e-6a0f-4a53-9d3e-0d5c1b7a9e11", kind: "sabaq", mistakes: 1 },
} as unknown as OutgoingLesson;

test("a lesson that was finished offline is sent by the next live page that the teacher opens", async () => {
  signInAs({ role: "teacher" });
  storeOutgoing("usr_1", lesson);
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (url: string, { method, body }: RequestInit = {}) => {
    // The stream stays silent.
    if (method !== "POST" || !url.startsWith("/api/recitations/")) return new Promise(() => {});
    sent.push(`${url} ${JSON.parse(String(body)).clientId}`);
    return new Response(JSON.stringify(success({ _id: "rec_1" }).body), { status: 201 });
  });
  const initial = {
    ...{ ...snapshot, role: "host", class: facts, people: [] },
    state: stateWith({ shared: false, from: null, to: null, current: null }),
  } as LivePage;
  render(
    <LiveClass classId="cls_1" initial={initial} facts={facts} layout="page" onLeave={undefined} />,
  );
  await vi.waitFor(() => expect(readOutgoing("usr_1")).toEqual([]));
  expect(sent).toEqual([`/api/recitations/course/crs_1/student/prf_2 ${lesson.input.clientId}`]);
});
