/** Who may touch what is somebody's: every verb, everybody who may come, over real HTTP. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Deployment, startDeployment } from "../accounts/deployment.ts";
import { missingId, openSchool, type PersonName, people, type School } from "./school.ts";

let site: Deployment;
let school: School;
beforeAll(async () => {
  site = await startDeployment();
  school = await openSchool(site);
}, 120_000);
afterAll(() => site?.close());

interface Touch {
  method: string;
  /** Whose id stands in the path. */
  id: (school: School) => string;
  path: string;
  body?: (school: School) => unknown;
  /** The status that each person gets, in the order of `people`. */
  statuses: readonly number[];
  /** Everybody may know that it is there, so that a refusal needn't hide it. */
  isKnown?: boolean;
}

const course = "/courses/:id";
const title = () => ({ title: "Another title" });
const classes = () => ({ schedule: [{ day: "Monday", startTime: "17:00", endTime: "18:00" }] });
const name = () => ({ name: "Another name" });
const slots = () => ({ availableTimeSlots: [] });

/** What ends something stands last. */
const touches: Touch[] = [
  { method: "GET", path: course, id: ({ draft }) => draft, statuses: [404, 404, 404, 404, 200] },
  {
    method: "GET",
    path: course,
    id: ({ archived }) => archived,
    statuses: [404, 404, 404, 200, 200],
  },
  {
    method: "PUT",
    path: course,
    id: ({ draft }) => draft,
    body: title,
    statuses: [401, 403, 404, 403, 200],
  },
  {
    method: "PUT",
    path: course,
    id: ({ published }) => published,
    body: classes,
    statuses: [401, 403, 403, 403, 200],
    isKnown: true,
  },
  {
    method: "GET",
    path: "/zoom/course/:id/meetings",
    id: ({ published }) => published,
    statuses: [401, 403, 403, 200, 200],
  },
  {
    method: "GET",
    path: "/courses/student/:id",
    id: ({ enrolled }) => enrolled.profileId,
    statuses: [401, 403, 403, 200, 403],
  },
  {
    method: "PUT",
    path: "/students/:id",
    id: ({ enrolled }) => enrolled.profileId,
    body: name,
    statuses: [401, 403, 403, 200, 403],
  },
  {
    method: "PATCH",
    path: "/students/:id",
    id: ({ enrolled }) => enrolled.profileId,
    body: name,
    statuses: [401, 403, 403, 200, 403],
  },
  {
    method: "PUT",
    path: "/teachers/:id",
    id: ({ owner }) => owner.profileId,
    body: name,
    statuses: [401, 403, 403, 403, 200],
  },
  {
    method: "PATCH",
    path: "/teachers/:id",
    id: ({ owner }) => owner.profileId,
    body: name,
    statuses: [401, 403, 403, 403, 200],
  },
  {
    method: "PUT",
    path: "/teachers/:id/timeslots",
    id: ({ owner }) => owner.profileId,
    body: slots,
    statuses: [401, 403, 403, 403, 200],
  },
  {
    method: "POST",
    path: "/auth/password/change/:id",
    id: ({ enrolled }) => enrolled.userId,
    body: () => ({ currentPassword: "a wrong guess", newPassword: "another quiet morning" }),
    statuses: [401, 403, 403, 400, 403],
  },
  {
    method: "GET",
    path: "/messages/threads/:id",
    id: ({ thread }) => thread,
    statuses: [401, 404, 404, 200, 200],
  },
  {
    method: "GET",
    path: "/messages/threads/:id/messages",
    id: ({ thread }) => thread,
    statuses: [401, 404, 404, 200, 200],
  },
  {
    method: "POST",
    path: "/messages/threads/:id/messages",
    id: ({ thread }) => thread,
    body: () => ({ text: "Peace be upon you", clientId: crypto.randomUUID() }),
    statuses: [401, 404, 404, 201, 201],
  },
  {
    method: "POST",
    path: "/enrollment/:id/refund",
    id: ({ enrolment }) => enrolment,
    body: () => ({}),
    statuses: [401, 403, 404, 403, 200],
  },
  {
    method: "PATCH",
    path: "/reviews/:id",
    id: ({ review }) => review,
    body: () => ({ rating: 4 }),
    statuses: [401, 404, 404, 200, 404],
  },
  {
    method: "DELETE",
    path: "/reviews/:id",
    id: ({ review }) => review,
    statuses: [401, 404, 404, 200, 404],
  },
  {
    method: "DELETE",
    path: course,
    id: ({ published }) => published,
    statuses: [401, 403, 403, 403, 200],
    isKnown: true,
  },
  { method: "DELETE", path: course, id: ({ draft }) => draft, statuses: [401, 403, 404, 403, 200] },
  {
    method: "DELETE",
    path: "/users/me/sessions/:id",
    id: ({ enrolled }) => enrolled.actor.sessionId,
    statuses: [401, 404, 404, 200, 404],
  },
];

/** Refused first, so that those who may come still find what they come for. */
const byRefusal = (statuses: readonly number[]): PersonName[] =>
  [...people].sort(
    (a, b) => (statuses[people.indexOf(b)] ?? 0) - (statuses[people.indexOf(a)] ?? 0),
  );

describe("what is somebody's", () => {
  test.each(touches)("$method $path: $statuses", async (touch) => {
    const { method, path, id, body, statuses, isKnown } = touch;
    const call = async (person: PersonName, target: string, at: 0 | 1) => {
      const answer = await site.browser().call(method, path.replace(":id", target), {
        token: school.tokens[person],
        headers: { "app-id": "halaqa" },
        ...(body ? { body: body(school) } : {}),
        at,
      });
      return { status: answer.status, message: answer.body.message, data: answer.body.data };
    };
    for (const person of byRefusal(statuses)) {
      const expected = statuses[people.indexOf(person)];
      const target = id(school);
      const answer = await call(person, target, 0);
      expect([person, answer.status]).toEqual([person, expected]);
      if (![401, 403, 404].includes(answer.status)) continue;
      expect(answer.data).toBeUndefined();
      // Nobody learns from a refusal whether there is such a thing.
      if (!isKnown) expect(await call(person, missingId(target), 1)).toEqual(answer);
    }
  });
});

describe("what is done in somebody's name", () => {
  test("enrolls nobody else", async () => {
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

  test("schedules no meeting of another's course", async () => {
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

test("a profile shows its private parts to its owner alone", async () => {
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
