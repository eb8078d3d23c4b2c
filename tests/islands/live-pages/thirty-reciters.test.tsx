/**
 * Thirty students of a class recite one after the other, and the network is unavailable during some
 * of the recitations.
 */
import { useRef, useState } from "react";
import { expect, test, vi } from "vitest";
import { Marking } from "#islands/live-pages/lead/Marking.tsx";
import { type Live, LiveContext } from "#islands/live-pages/live-context.ts";
import { findUserId } from "#lib/recitations/client/lesson-outbox.ts";
import { storeMarking } from "#lib/recitations/client/marking-storage.ts";
import { $outgoingLessons } from "#lib/recitations/marking.store.ts";
import { markWord, startMarking } from "#lib/recitations/marking.ts";
import { failure, success } from "../support/api.ts";
import { render, screen, waitFor } from "../support/render.tsx";
import { signInAs } from "../support/session.ts";
import { facts, snapshot } from "./page-stream.ts";

const students = Array.from({ length: 30 }, (_, index) => {
  const number = String(index + 1).padStart(2, "0");
  return { _id: `prf_${number}`, name: `Student ${number}`, isHere: true };
});
const words = Array.from({ length: 30 }, (_, index) => index + 1);

/** The students who recite while the network is unavailable. */
const isOffline = (index: number) => index >= 10 && index < 16;

/**
 * The page of a class in which the first student recites. Without the network, it receives nothing.
 */
function Class({ hasNetwork }: { hasNetwork: () => boolean }) {
  const text = useRef<HTMLDivElement>(null);
  const [reciter, setReciter] = useState(students[0] ?? { _id: "", name: "" });
  const live = {
    classId: "cls_1",
    facts,
    layout: "page",
    isLead: true,
    onLeave: undefined,
    view: {
      ...snapshot,
      role: "host",
      profileId: "prf_teacher",
      people: students,
      state: { ...snapshot.state, reciter, from: "2:282", to: "2:282", current: "2:282" },
      pointer: null,
      stream: "open",
      problem: undefined,
    },
    session: {
      send: async (command: { command: string; profileId?: string | null }) => {
        const next = students.find(({ _id }) => _id === command.profileId);
        if (!hasNetwork() || !next) return false;
        setReciter(next);
        return true;
      },
    },
  } as unknown as Live;
  const leading = {
    isFirst: true,
    isLast: true,
    go: () => {},
    previous: () => {},
    next: () => {},
  };
  return (
    <LiveContext value={live}>
      <div ref={text}>
        <p data-verse="2:282">
          {words.map((word) => (
            <span key={word} data-word={word}>
              {`word ${word}`}
            </span>
          ))}
        </p>
      </div>
      <Marking text={text} reciter={reciter} leading={leading} onClose={() => {}} />
    </LiveContext>
  );
}

const passagePath = /^\/api\/recitations\/course\/crs_1\/student\/(prf_\d\d)(\/passage)?/;

test("each of thirty students gets a lesson with their own mark, set with the keyboard and partly without a network", async () => {
  signInAs({ role: "teacher", timeZone: "UTC" });
  $outgoingLessons.set([]);
  let hasNetwork = true;
  const stored = new Map<string, { student: string; body: Record<string, unknown> }>();
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    if (!hasNetwork) throw new TypeError("Failed to fetch");
    const [, student = "", isPassage] = passagePath.exec(url) ?? [];
    if (!student) return new Response(JSON.stringify(failure(404, "Not found").body));
    if (init.method !== "POST") {
      const preparation = isPassage
        ? { timeZone: "UTC", kind: "sabaq", weakWords: [] }
        : { lessons: [] };
      return new Response(JSON.stringify(success(preparation).body));
    }
    const body = JSON.parse(String(init.body));
    stored.set(body.clientId, { student, body });
    return new Response(JSON.stringify(success({ _id: "rec_1" }).body), { status: 201 });
  });
  const user = render(<Class hasNetwork={() => hasNetwork} />);

  for (const [index, { name }] of students.entries()) {
    hasNetwork = !isOffline(index);
    if (hasNetwork) window.dispatchEvent(new Event("online"));
    await screen.findByRole("region", { name: `Marking ${name}'s recitation` });
    // A different word for each student, so that the marks can't be confused.
    const isThere = () => document.activeElement?.matches(`[data-word="${index + 1}"]`) ?? false;
    for (let steps = 0; steps <= index && !isThere(); steps += 1) {
      await user.keyboard("{ArrowLeft}");
    }
    await user.keyboard("2{Enter}");
    expect(screen.getByText("1 mistake")).toBeDefined();
    const next = students[(index + 1) % students.length]?.name;
    screen.getByRole("button", { name: `Finish, then ${next}` }).focus();
    await user.keyboard("{Enter}");
  }

  await waitFor(() => expect($outgoingLessons.get()).toEqual([]));
  expect(stored.size).toBe(30);
  const lessons = [...stored.values()].toSorted((a, b) => (a.student < b.student ? -1 : 1));
  expect(lessons.map(({ student, body }) => ({ student, marked: body.markedWords }))).toEqual(
    students.map(({ _id }, index) => ({
      student: _id,
      marked: [{ verse: "2:282", word: index + 1, mistake: "vowel" }],
    })),
  );
});

test("a double tap on the button for the next student logs no lesson for that student, even with earlier marks, and the lesson can be taken back", async () => {
  signInAs({ role: "teacher", timeZone: "UTC" });
  $outgoingLessons.set([]);
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const method = init.method ?? "GET";
    if (method !== "GET") requests.push(`${method} ${url}`);
    const preparation = { timeZone: "UTC", kind: "sabaq", weakWords: [] };
    return new Response(
      JSON.stringify(success(method === "GET" ? preparation : { _id: "rec_1" }).body),
    );
  });
  const earlier = startMarking("8f1b7c3e-6f0a-4f7e-9f43-3d0f6f0a7e11", { first: 289, last: 289 });
  const seat = { courseId: "crs_1", studentId: "prf_02" };
  storeMarking(findUserId() ?? "", seat, markWord(earlier, { verse: "2:282", word: 5 }, "vowel"));
  const user = render(<Class hasNetwork={() => true} />);
  const post = "POST /api/recitations/course/crs_1/student/prf_01";
  const word = () => document.querySelector('[data-word="3"]') as HTMLElement;
  await user.click(word());
  await user.click(screen.getByRole("button", { name: "Finish, then Student 02" }));
  await user.click(screen.getByRole("button", { name: "Finish, then Student 03" }));
  await user.click(screen.getByRole("button", { name: "Finish" }));
  await waitFor(() => expect($outgoingLessons.get()).toEqual([]));
  expect(screen.getByRole("region", { name: "Marking Student 02's recitation" })).toBeDefined();
  expect(requests).toEqual([post]);
  expect(screen.getByText(/^Student 01: New lesson: Al-Baqarah 282, 1 mistake/)).toBeDefined();

  const findReady = (name: string) =>
    waitFor(() => {
      const button = screen.getByRole("button", { name });
      expect(button.ariaDisabled).not.toBe("true");
      return button;
    });
  await user.click(screen.getByRole("button", { name: "Remove lesson" }));
  await user.click(await findReady("Remove lesson"));
  await screen.findByText(/^The lesson was removed/);
  expect(requests).toEqual([post, post, "DELETE /api/recitations/rec_1"]);
  expect(localStorage.getItem("draft:marking:crs_1:prf_01")).toContain('"word":3');

  await user.click(await findReady("Finish"));
  await waitFor(() => expect(requests.at(-1)).toBe(post.replace("prf_01", "prf_02")));
});
