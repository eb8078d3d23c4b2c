/** Members of staff are also teachers and students, with an interest in cases that aren't about them. */
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { getSupportAddress } from "#lib/site/support-address.ts";
import { users } from "#server/db/tables/accounts.table.ts";
import { profiles } from "#server/db/tables/people.table.ts";
import { staffMembers } from "#server/db/tables/staff.table.ts";
import { createPageLink } from "#server/guardians/page-links.ts";
import { appealDecision } from "#server/moderation/appeals.ts";
import { addSeller } from "../../support/market.ts";
import { openMarket } from "../../support/open-market.ts";
import { addEnrolled } from "../../support/payments/enrolled.ts";
import { addGuardian, addTeacher, type Person } from "../../support/people.ts";
import { keepQueuedMails } from "../../support/queued-mails.ts";
import { addStaffPerson, promote, type StaffPerson } from "../../support/staff.ts";
import { converse } from "../messages/converse.ts";
import { addAttendedCourse, courseReview, reviewCaller } from "../reviews/support.ts";
import { caseAbout, caseActions } from "./support.ts";

const { market } = await openMarket({ RATE_LIMIT_FACTOR: "1000" });
const { db } = market.context;
const queued = keepQueuedMails(market);
const { report, staffCall, decide, addReportedComment } = caseActions(() => market);
const review = reviewCaller(market);
const { addClass, open, send } = converse(() => market);

afterEach(async () => {
  await db.delete(staffMembers);
});

async function addRefundRequest() {
  const teacher = await addSeller(market);
  const { paymentId, student } = await addEnrolled(market, teacher);
  const guardian = await addGuardian(market.context, student);
  await report(student, "payment", paymentId);
  return { teacher, student, guardian, row: await caseAbout(market, "payment", paymentId) };
}

/** A review of a course or its teacher, which another student has reported. */
async function addReportedReview(resourceType: "course" | "teacher") {
  const { teacher, courseId, students } = await addAttendedCourse(market, 2);
  const [author, reader] = students as [Person, Person];
  const resourceId = resourceType === "course" ? courseId : teacher.profileId;
  const { status, body } = await review("POST", "/", {
    token: author.token,
    body: { ...courseReview(courseId, 1), resourceType, resourceId },
  });
  expect(status).toBe(201);
  await report(reader, "review", body.data._id);
  return { teacher, row: await caseAbout(market, "review", body.data._id) };
}

/** A message to a teacher or to all members of a course, which its reader has reported. */
async function addReportedMessage(kind: "course" | "pair") {
  const { teacher, students, courseId } = await addClass(2);
  const [author, student] = students as [Person, Person];
  const reader = kind === "course" ? student : teacher;
  const threadId = await open(author, kind === "course" ? courseId : teacher);
  const messageId: string = (await send(author, threadId, "Cruel words")).body.data._id;
  const guardian = await addGuardian(market.context, author);
  await report(reader, "message", messageId);
  return { teacher, reader, guardian, row: await caseAbout(market, "message", messageId) };
}

/** A case, and someone who has an interest in it. */
const concerns: Record<
  string,
  () => Promise<{ row: { id: string; version: number }; own: Person }>
> = {
  "a refund request, for the teacher of the course": async () => {
    const { row, teacher } = await addRefundRequest();
    return { row, own: teacher };
  },
  "a refund request, for the student who has paid": async () => {
    const { row, student } = await addRefundRequest();
    return { row, own: student };
  },
  "a refund request, for the guardian of the student who has paid": async () => {
    const { row, guardian } = await addRefundRequest();
    return { row, own: guardian };
  },
  "a report of a review, for the teacher of the course": async () => {
    const { row, teacher } = await addReportedReview("course");
    return { row, own: teacher };
  },
  "a report of a review, for the teacher who is reviewed": async () => {
    const { row, teacher } = await addReportedReview("teacher");
    return { row, own: teacher };
  },
  "a report of a comment, for the teacher of the course": async () => {
    const { row, teacher } = await addReportedComment();
    return { row, own: teacher };
  },
  "a report of a message, for the teacher of the course whose members wrote": async () => {
    const { row, teacher } = await addReportedMessage("course");
    return { row, own: teacher };
  },
  "a report of a message, for the person who got it": async () => {
    const { row, reader } = await addReportedMessage("pair");
    return { row, own: reader };
  },
  "a report of a message, for the guardian of its author": async () => {
    const { row, guardian } = await addReportedMessage("course");
    return { row, own: guardian };
  },
};

it("someone whom the student has named as guardian, and who hasn't confirmed it, has no interest", async () => {
  const teacher = await addSeller(market);
  const { paymentId, student } = await addEnrolled(market, teacher);
  const named = await addGuardian(market.context, student);
  await db
    .update(profiles)
    .set({ guardianConfirmed: null })
    .where(eq(profiles.id, student.profileId));
  await report(student, "payment", paymentId);
  const row = await caseAbout(market, "payment", paymentId);
  const own = await promote(market.context, named, "owner");
  await addStaffPerson(market.context, "owner");
  expect((await decide(own, row, "no-action")).status).toBe(200);
});

const pending = async (person: StaffPerson): Promise<number> =>
  (await market.call("GET", "/api/staff/today", person)).body.data.people.pendingCases;
const logged = async (person: StaffPerson, id: string): Promise<number> =>
  (await market.call("GET", `/api/staff/log?search=${id}`, person)).body.data.total;
const listed = async (person: StaffPerson, id: string): Promise<number> =>
  (await staffCall(person, "GET", `/?view=all&search=${id}`)).body.data.total;

describe.each(Object.entries(concerns))("%s", (_, prepare) => {
  it("is missing from every call of that person, and others decide it", async () => {
    const { row, own: person } = await prepare();
    const own = await promote(market.context, person, "owner");
    const other = await addStaffPerson(market.context, "owner");
    await staffCall(other, "PUT", `/${row.id}/assignee`, { assign: true });
    expect([await listed(own, row.id), await listed(other, row.id)]).toEqual([0, 1]);
    expect([await logged(own, row.id), await logged(other, row.id)]).toEqual([0, 1]);
    expect(await pending(own)).toBeLessThan(await pending(other));
    expect((await staffCall(own, "GET", "/export.csv?view=all")).body).not.toContain(row.id);
    const text = { text: "Nothing to see.", requestId: randomUUID() };
    const answers = [
      await staffCall(own, "GET", `/${row.id}`),
      await decide(own, row, "no-action"),
      await staffCall(own, "PUT", `/${row.id}/assignee`, { assign: true }),
      await staffCall(own, "POST", `/${row.id}/notes`, text),
      await staffCall(own, "POST", `/${row.id}/replies`, { ...text, to: "reporter" }),
      await staffCall(own, "POST", `/${row.id}/closing`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await decide(other, row, "no-action")).status).toBe(200);
  });

  it("can be read and decided by that person while nobody else can decide it", async () => {
    const { row, own: person } = await prepare();
    const own = await promote(market.context, person, "owner");
    await addStaffPerson(market.context, "support");
    expect(await listed(own, row.id)).toBe(1);
    expect((await decide(own, row, "no-action")).status).toBe(200);
  });
});

it("a refund request is visible to the student and the teacher if nobody else can decide", async () => {
  const { row, student, teacher } = await addRefundRequest();
  const people = [
    await promote(market.context, student, "moderator"),
    await promote(market.context, teacher, "owner"),
  ];
  for (const own of people) expect((await staffCall(own, "GET", `/${row.id}`)).status).toBe(200);
  await addStaffPerson(market.context, "moderator");
  for (const own of people) expect((await staffCall(own, "GET", `/${row.id}`)).status).toBe(404);
});

it("the email about a refund request goes to the course's teacher only if nobody else can decide it", async () => {
  const teacher = await addSeller(market);
  const [first, second, third] = [
    await addEnrolled(market, teacher),
    await addEnrolled(market, teacher),
    await addEnrolled(market, teacher),
  ];
  await db.update(users).set({ email: getSupportAddress() }).where(eq(users.id, teacher.userId));
  await promote(market.context, teacher, "owner");
  const readersOf = async ({ student, paymentId }: typeof first) => {
    const before = queued.length;
    await report(student, "payment", paymentId);
    return queued
      .slice(before)
      .flatMap(({ to, subject }) => (subject === "A concern was reported" ? [to] : []));
  };
  expect(await readersOf(first)).toEqual([getSupportAddress()]);
  const moderator = await addStaffPerson(market.context, "moderator");
  expect(await readersOf(second)).toEqual([moderator.email]);
  const owner = await addStaffPerson(market.context, "owner");
  expect(await readersOf(third)).toEqual([owner.email]);
});

describe("warning or suspending the person of a case", () => {
  const judge = (by: StaffPerson, { userId }: Person, kind: "warn" | "suspend") => {
    const until = new Date(Date.now() + 7 * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
    const more = kind === "warn" ? { seenAction: null } : { until, seenSince: null };
    const body = { reason: "Insults", ...more };
    return market.call("POST", `/api/staff/people/${userId}/${kind}`, { token: by.token, body });
  };

  it("is left to others by the teacher of whom the student has requested a refund", async () => {
    const { student, teacher } = await addRefundRequest();
    const own = await promote(market.context, teacher, "moderator");
    const other = await addStaffPerson(market.context, "moderator");
    expect((await judge(own, student, "warn")).status).toBe(403);
    expect((await judge(own, student, "suspend")).status).toBe(403);
    expect((await judge(other, student, "suspend")).status).toBe(200);
  });

  it("is left to others by those who have reported the person", async () => {
    const { author, reporter } = await addReportedComment();
    const own = await promote(market.context, reporter, "moderator");
    const other = await addStaffPerson(market.context, "moderator");
    expect((await judge(own, author, "warn")).status).toBe(403);
    expect((await judge(other, author, "warn")).status).toBe(200);
  });

  it("is possible for anyone who decides cases while nobody else can, and once the case is decided", async () => {
    const { student, teacher, row } = await addRefundRequest();
    const own = await promote(market.context, teacher, "moderator");
    expect((await judge(own, student, "warn")).status).toBe(200);
    const other = await addStaffPerson(market.context, "moderator");
    expect((await judge(own, student, "suspend")).status).toBe(403);
    expect((await decide(other, row, "no-action")).status).toBe(200);
    expect((await judge(own, student, "suspend")).status).toBe(200);
  });
});

describe("moving the end of a suspension and reinstating the person", () => {
  const inDays = (days: number) =>
    new Date(Date.now() + days * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);

  const change = async (by: StaffPerson, { userId }: Person, kind: "move" | "reinstate") => {
    const [row] = await db.select().from(users).where(eq(users.id, userId));
    const reason = "It was a misunderstanding.";
    const path = `/api/staff/people/${userId}`;
    const { token } = by;
    const { suspendedAt: since, suspendedUntil: until } = row ?? {};
    return kind === "move"
      ? market.call("PUT", `${path}/suspension-end`, {
          token,
          body: { until: inDays(30), reason, seenUntil: until?.toISOString() },
        })
      : market.call("POST", `${path}/reinstate`, {
          token,
          body: { reason, seenSince: since?.toISOString() },
        });
  };

  const suspend = async (by: StaffPerson, { userId }: Person) => {
    const body = { until: inDays(7), reason: "Insults", seenSince: null };
    const path = `/api/staff/people/${userId}/suspend`;
    expect((await market.call("POST", path, { token: by.token, body })).status).toBe(200);
  };

  /** A suspended person, and someone who has an interest in the suspension or in another case. */
  const ways: Record<string, (other: StaffPerson) => Promise<{ person: Person; own: Person }>> = {
    "by the person's guardian": async (other) => {
      const { student: person } = await addRefundRequest();
      await suspend(other, person);
      return { person, own: await addGuardian(market.context, person) };
    },
    "by the teacher of whom the person has requested a refund": async (other) => {
      const { student: person, teacher } = await addRefundRequest();
      await suspend(other, person);
      return { person, own: teacher };
    },
    "by those whose report led to the suspension": async (other) => {
      const { row, author, reporter } = await addReportedComment();
      const decided = await decide(other, row, "suspend", "Insults", { until: inDays(7) });
      expect(decided.status).toBe(200);
      return { person: author, own: reporter };
    },
  };

  it.each(Object.entries(ways))("is left to others %s", async (_, prepare) => {
    const other = await addStaffPerson(market.context, "moderator");
    const { person, own: concerned } = await prepare(other);
    const own = await promote(market.context, concerned, "moderator");
    expect((await change(own, person, "move")).status).toBe(403);
    expect((await change(own, person, "reinstate")).status).toBe(403);
    expect((await change(other, person, "move")).status).toBe(200);
    expect((await change(other, person, "reinstate")).status).toBe(200);
  });

  it("is possible for those who have an interest while nobody else can decide", async () => {
    const other = await addStaffPerson(market.context, "moderator");
    const { student, guardian } = await addRefundRequest();
    await suspend(other, student);
    const own = await promote(market.context, guardian, "moderator");
    await db.delete(staffMembers).where(eq(staffMembers.userId, other.userId));
    expect((await change(own, student, "move")).status).toBe(200);
    expect((await change(own, student, "reinstate")).status).toBe(200);
  });
});

describe("a guardian who is confirmed after the case was opened", () => {
  const cases: Record<
    string,
    () => Promise<{ row: { id: string; version: number }; child: Person }>
  > = {
    "of the person whom the case is about": async () => {
      const { row, author } = await addReportedComment();
      return { row, child: author };
    },
    "of someone with another interest": async () => {
      const { row, student } = await addRefundRequest();
      return { row, child: student };
    },
  };

  it.each(Object.entries(cases))("%s, doesn't find the case", async (_, prepare) => {
    const { row, child } = await prepare();
    const own = await promote(market.context, await addGuardian(market.context, child), "owner");
    const other = await addStaffPerson(market.context, "owner");
    await staffCall(other, "PUT", `/${row.id}/assignee`, { assign: true });
    expect([await listed(own, row.id), await listed(other, row.id)]).toEqual([0, 1]);
    expect([await logged(own, row.id), await logged(other, row.id)]).toEqual([0, 1]);
    expect(await pending(own)).toBeLessThan(await pending(other));
    expect((await staffCall(own, "GET", `/${row.id}`)).status).toBe(404);
    expect((await decide(own, row, "no-action")).status).toBe(404);
    expect((await decide(other, row, "no-action")).status).toBe(200);
  });

  it.each(Object.entries(cases))("%s, decides it while nobody else can", async (_, prepare) => {
    const { row, child } = await prepare();
    const own = await promote(market.context, await addGuardian(market.context, child), "owner");
    await addStaffPerson(market.context, "support");
    expect((await decide(own, row, "no-action")).status).toBe(200);
  });

  it("gets no email about further reports", async () => {
    const { row, author, teacher, commentId } = await addReportedComment();
    const { userId } = await addGuardian(market.context, author);
    const email = getSupportAddress();
    await db.update(users).set({ email: "earlier@learn.example" }).where(eq(users.email, email));
    await db.update(users).set({ email }).where(eq(users.id, userId));
    await db
      .update(profiles)
      .set({ parentGuardianContact: email, guardianConfirmed: email })
      .where(eq(profiles.id, author.profileId));
    const owner = await addStaffPerson(market.context, "owner");
    const before = queued.length;
    await report(teacher, "comment", commentId);
    const readers = queued.slice(before).filter(({ text }) => text.includes(row.id));
    expect(readers.map(({ to }) => to)).toEqual([owner.email]);
  });
});

describe("a case that a member of staff has reported", () => {
  const message = {
    ...{ name: "Khadija Noor", subject: "Concern about a teacher", category: "harassment" },
    ...{ message: "He is unkind.", about: "profile" },
  };
  const ways: Record<string, () => Promise<{ row: { id: string; version: number }; own: Person }>> =
    {
      "as a guardian, with the emailed link": async () => {
        const teacher = await addSeller(market);
        const { student } = await addEnrolled(market, teacher);
        const own = await addGuardian(market.context, student);
        const link = await createPageLink(market.context, db, own.email);
        const body = {
          ...{ token: link.split("#")[1], childId: student.profileId },
          ...{ teacherId: teacher.profileId, category: "harassment", details: "He is unkind." },
        };
        expect((await market.call("POST", "/api/guardian/report", { body })).status).toBe(200);
        return { row: await caseAbout(market, "profile", teacher.profileId), own };
      },
      "with the contact form and another address, while logged in": async () => {
        const [own, { profileId: id }] = [
          await addTeacher(market.context),
          await addSeller(market),
        ];
        const body = { ...message, email: "khadija.other@example.org", id };
        const { token } = own;
        expect((await market.call("POST", "/api/contact", { token, body })).status).toBe(201);
        return { row: await caseAbout(market, "profile", id), own };
      },
    };

  it.each(Object.entries(ways))("%s, is decided by someone else", async (_, prepare) => {
    const { row, own: person } = await prepare();
    const own = await promote(market.context, person, "moderator");
    const other = await addStaffPerson(market.context, "moderator");
    expect((await decide(own, row, "no-action")).status).toBe(403);
    expect((await decide(other, row, "no-action")).status).toBe(200);
  });

  it("can be decided by someone whose address a visitor has typed", async () => {
    const { profileId: id } = await addSeller(market);
    const [named] = [await addStaffPerson(market.context), await addStaffPerson(market.context)];
    const body = { ...message, email: named.email, id };
    expect((await market.call("POST", "/api/contact", { body })).status).toBe(201);
    const row = await caseAbout(market, "profile", id);
    expect((await decide(named, row, "no-action")).status).toBe(200);
  });

  it("is answered and closed by someone else, and only while someone else can", async () => {
    const { row, reporter } = await addReportedComment();
    const own = await promote(market.context, reporter, "moderator");
    const other = await addStaffPerson(market.context, "support");
    const reply = { to: "person", text: "Who are you?", requestId: randomUUID() };
    expect((await staffCall(own, "POST", `/${row.id}/replies`, reply)).status).toBe(403);
    expect((await staffCall(own, "POST", `/${row.id}/closing`)).status).toBe(403);
    await db.delete(staffMembers).where(eq(staffMembers.userId, other.userId));
    expect((await staffCall(own, "POST", `/${row.id}/replies`, reply)).status).toBe(200);
    expect((await staffCall(own, "POST", `/${row.id}/closing`)).status).toBe(200);
  });

  it("offers that person neither a decision nor emails nor closing, and only while someone else can", async () => {
    const { row, reporter } = await addReportedComment();
    const own = await promote(market.context, reporter, "moderator");
    const read = async (reader: StaffPerson) =>
      (await staffCall(reader, "GET", `/${row.id}`)).body.data;
    const free = { outcomes: ["no-action", "hide-content", "warn", "suspend"] };
    const answers = { leavesDecision: false, leavesAnswers: false };
    expect(await read(own)).toMatchObject({ ...free, ...answers });
    const support = await addStaffPerson(market.context, "support");
    expect(await read(own)).toMatchObject({ ...free, leavesDecision: false, leavesAnswers: true });
    const other = await addStaffPerson(market.context, "moderator");
    const none = { outcomes: [], leavesDecision: true, leavesAnswers: true };
    expect(await read(own)).toMatchObject(none);
    expect(await read(other)).toMatchObject({ ...free, ...answers });
    expect(await read(support)).toMatchObject({ outcomes: [], ...answers });
  });

  it("can be decided by that person if the case is about everyone else who could", async () => {
    const { row, reporter, teacher } = await addReportedComment();
    const own = await promote(market.context, reporter, "moderator");
    await promote(market.context, teacher, "moderator");
    expect((await decide(own, row, "no-action")).status).toBe(200);
  });
});

it("an appeal can be decided by the person who made the decision if the appeal is by everyone else who could", async () => {
  const { row, author, commentId } = await addReportedComment();
  const first = await addStaffPerson(market.context, "moderator");
  expect((await decide(first, row, "hide-content")).status).toBe(200);
  const mail = queued.findLast(({ to, text }) => to === author.email && text.includes("/appeal?"));
  const url = new URL(/http\S+\/cases\/appeal\?\S+/.exec(mail?.text ?? "")?.[0] ?? "");
  const token = url.searchParams.get("token") ?? "";
  await appealDecision(market.context, token, { text: "It was a quote." });
  const own = await promote(market.context, author, "moderator");
  const appealed = await caseAbout(market, "comment", commentId);
  expect((await staffCall(own, "GET", `/${row.id}`)).status).toBe(404);
  expect((await decide(first, appealed, "no-action")).status).toBe(200);
});
