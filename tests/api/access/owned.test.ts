/** Access to owned data over real HTTP: every API call, as every kind of user. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Deployment, startDeployment } from "../accounts/deployment.ts";
import { missingId, openSchool, type PersonName, people, type School } from "./school.ts";

let site: Deployment;
let school: School;
beforeAll(async () => {
  site = await startDeployment();
  school = await openSchool(site);
});
afterAll(() => site?.close());

type Id = (school: School) => string;
type Statuses = readonly [number, number, number, number, number];

interface Touch {
  call: string;
  /** Returns the ID in the path. */
  id: Id;
  /** The expected status for each person, in the order of `people`. */
  statuses: Statuses;
  body?: object;
  /**
   * Whether everyone may know that the resource exists, so that a rejection doesn't have to hide
   * it.
   */
  isKnown?: boolean;
}

const draft: Id = (school) => school.draft;
const published: Id = (school) => school.published;
const archived: Id = (school) => school.archived;
const student: Id = ({ enrolled }) => enrolled.profileId;
const teacher: Id = ({ owner }) => owner.profileId;
const account: Id = ({ enrolled }) => enrolled.userId;
const session: Id = ({ enrolled }) => enrolled.actor.sessionId;
const thread: Id = (school) => school.thread;
const enrollment: Id = (school) => school.enrollment;
const review: Id = (school) => school.review;
const comment: Id = (school) => school.comment;
const quiz: Id = (school) => school.quiz;
const lesson: Id = (school) => school.lesson;
const recitation: Id = (school) => school.recitation;

const touch = (call: string, id: Id, statuses: Statuses, body?: object): Touch => ({
  call,
  id,
  statuses,
  ...(body ? { body } : {}),
});
const touchKnown = (...touched: Parameters<typeof touch>): Touch => ({
  ...touch(...touched),
  isKnown: true,
});

const title = { title: "Another title" };
const schedule = [{ day: "Monday", startTime: "17:00", endTime: "18:00" }];
const name = { name: "Another name" };
const guess = { currentPassword: "a wrong guess", newPassword: "another quiet morning" };
const question = {
  kind: "single",
  text: "Which letter?",
  options: [
    { text: "a", right: true },
    { text: "b", right: false },
  ],
};
const newQuiz = { title: "Marks", passMark: 70, questions: [question] };
const recited = {
  kind: "manzil",
  date: "2026-01-05",
  fromSurah: 1,
  fromVerse: 1,
  toSurah: 1,
  toVerse: 7,
  mistakes: 0,
};
const words = { text: "Peace be upon you", clientId: "first-words" };

/**
 * Statuses are for visitor, student, teacher, enrolled and owner. Calls that delete something come
 * last.
 */
const touches: Touch[] = [
  touch("GET /classes/:id/attendance", lesson, [401, 403, 404, 403, 200]),
  touch("POST /classes/:id/cancel", lesson, [401, 403, 404, 403, 200], {}),
  touch("GET /courses/:id", draft, [404, 404, 404, 404, 200]),
  touch("GET /courses/:id", archived, [404, 404, 404, 200, 200]),
  touch("PUT /courses/:id", draft, [401, 403, 404, 403, 200], title),
  touchKnown("PUT /courses/:id", published, [401, 403, 403, 403, 200], { schedule }),
  touch("GET /zoom/course/:id/meetings", published, [401, 403, 403, 200, 200]),
  touch("GET /courses/student/:id", student, [401, 403, 403, 200, 403]),
  touch("PUT /students/:id", student, [401, 403, 403, 200, 403], name),
  touch("PATCH /students/:id", student, [401, 403, 403, 200, 403], name),
  touch("PUT /teachers/:id", teacher, [401, 403, 403, 403, 200], name),
  touch("PATCH /teachers/:id", teacher, [401, 403, 403, 403, 200], name),
  touch("PUT /teachers/:id/timeslots", teacher, [401, 403, 403, 403, 200], {
    availableTimeSlots: [],
  }),
  touch("POST /auth/password/change/:id", account, [401, 403, 403, 400, 403], guess),
  touch("GET /messages/threads/:id", thread, [401, 404, 404, 200, 200]),
  touch("GET /messages/threads/:id/messages", thread, [401, 404, 404, 200, 200]),
  touch("POST /messages/threads/:id/messages", thread, [401, 404, 404, 201, 201], words),
  touch("GET /comments/course/:id", published, [401, 403, 403, 200, 200]),
  touch("POST /comments/course/:id", published, [401, 403, 403, 201, 201], { content: "Yes." }),
  touch("PUT /comments/:id/hidden", comment, [401, 404, 404, 404, 200], { hidden: true }),
  touch("DELETE /comments/:id", comment, [401, 404, 404, 200, 404]),
  touch("GET /quizzes/course/:id", published, [401, 403, 404, 403, 200]),
  touchKnown("POST /quizzes/course/:id", published, [401, 403, 403, 403, 201], newQuiz),
  touch("GET /quizzes/:id", quiz, [401, 404, 403, 200, 403]),
  touch("GET /quizzes/:id/results", quiz, [401, 403, 404, 403, 200]),
  touch("PUT /quizzes/:id", quiz, [401, 403, 404, 403, 200], newQuiz),
  touch("POST /quizzes/:id/restore", quiz, [401, 403, 404, 403, 200]),
  touch("DELETE /quizzes/:id", quiz, [401, 403, 404, 403, 200]),
  touch("GET /recitations/course/:id", published, [401, 403, 403, 403, 200]),
  touch("PUT /recitations/:id", recitation, [401, 403, 404, 403, 200], recited),
  touch("DELETE /recitations/:id", recitation, [401, 403, 404, 403, 200]),
  touch("POST /recitations/course/:id/guardian-link", published, [401, 403, 403, 409, 403], {}),
  touch("GET /classes/course/:id", published, [401, 403, 403, 200, 200]),
  touch("POST /enrollment/:id/refund", enrollment, [401, 403, 404, 403, 200], {}),
  touch("PATCH /reviews/:id", review, [401, 404, 404, 200, 404], { rating: 4 }),
  touch("DELETE /reviews/:id", review, [401, 404, 404, 200, 404]),
  touchKnown("DELETE /courses/:id", published, [401, 403, 403, 403, 200]),
  touch("DELETE /courses/:id", draft, [401, 403, 404, 403, 200]),
  touch("DELETE /users/me/sessions/:id", session, [401, 404, 404, 200, 404]),
];

const strangers: readonly PersonName[] = ["visitor", "student", "teacher"];

/** Puts the people who are rejected first, so that the data still exists for those with access. */
const byRefusal = (statuses: readonly number[]): PersonName[] =>
  [...people].sort(
    (a, b) => (statuses[people.indexOf(b)] ?? 0) - (statuses[people.indexOf(a)] ?? 0),
  );

describe("requests for owned data return the right status to visitors, strangers, members and owners", () => {
  test.each(touches)("($call: $statuses)", async ({ call: asked, id, body, statuses, isKnown }) => {
    const [method = "", path = ""] = asked.split(" ");
    const call = async (person: PersonName, target: string, at: 0 | 1) => {
      const answer = await site.browser().call(method, path.replace(":id", target), {
        token: school.tokens[person],
        headers: { "app-id": "halaqa" },
        ...(body ? { body } : {}),
        at,
      });
      return { status: answer.status, message: answer.body.message, data: answer.body.data };
    };
    const answered = new Map<PersonName, number>();
    for (const person of byRefusal(statuses)) {
      const target = id(school);
      const answer = await call(person, target, 0);
      answered.set(person, answer.status);
      const isRefused = [401, 403, 404].includes(answer.status);
      if (isRefused) expect(answer.data).toBeUndefined();
      // People without access must not learn whether the resource exists.
      if ((isRefused || strangers.includes(person)) && !isKnown)
        expect(await call(person, missingId(target), 1)).toEqual(answer);
    }
    expect(people.map((person) => answered.get(person))).toEqual(statuses);
  });
});

describe("a request that names another person", () => {
  test("cannot enroll that person", async () => {
    const { published, enrolled, tokens } = await openSchool(site);
    for (const person of people) {
      if (person === "enrolled") continue;
      const ask = (studentId: string, at: 0 | 1) =>
        site.browser().call("POST", `/enrollment/course/${published}/enroll`, {
          token: tokens[person],
          body: { studentId },
          at,
        });
      const refused = await ask(enrolled.profileId, 0);
      expect([person, refused.status]).toEqual([person, person === "visitor" ? 401 : 403]);
      const missing = await ask(missingId(enrolled.profileId), 1);
      expect([missing.status, missing.body]).toEqual([refused.status, refused.body]);
    }
  });

  test("cannot schedule a meeting in another teacher's course", async () => {
    const { published, tokens } = await openSchool(site);
    const expected = { visitor: 401, student: 403, teacher: 404, enrolled: 403, owner: 409 };
    for (const person of people) {
      const ask = (courseId: string, at: 0 | 1) =>
        site.browser().call("POST", "/zoom/meetings", {
          token: tokens[person],
          body: {
            topic: "Points of articulation",
            startTime: new Date(Date.now() + 3_600_000).toISOString(),
            courseId,
          },
          at,
        });
      const answer = await ask(published, 0);
      expect([person, answer.status]).toEqual([person, expected[person]]);
      if (person === "owner") continue;
      const missing = await ask(missingId(published), 1);
      expect([missing.status, missing.body]).toEqual([answer.status, answer.body]);
    }
  });
});

test("a profile shows its private fields only to its owner", async () => {
  const { enrolled, tokens } = await openSchool(site);
  const paths = [`/users/authUser/${enrolled.userId}`, `/students/${enrolled.profileId}`];
  for (const path of paths) {
    for (const person of people) {
      const { body } = await site.browser().call("GET", path, { token: tokens[person] });
      expect([person, "email" in body.data]).toEqual([person, person === "enrolled"]);
      if (person === "enrolled") continue;
      for (const secret of ["phoneNumber", "parentGuardianName", "parentGuardianContact", "age"]) {
        expect(body.data).not.toHaveProperty(secret);
      }
    }
  }
});
