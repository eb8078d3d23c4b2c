/** The page behind a guardian's link: a child's classes and progress, until it is turned off. */
import { cleanup } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import GuardianPage from "#islands/guardians/GuardianPage.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import type { GuardianChild } from "#lib/guardians/guardians.responses.ts";
import { answer, failure, success } from "../support/api.ts";
import { render, screen } from "../support/render.tsx";

const children = [
  { _id: "prf_zaynab", name: "Zaynab" },
  { _id: "prf_bilal", name: "Bilal" },
];

const page = (change: Partial<GuardianChild> = {}): GuardianChild => ({
  children: [{ _id: "prf_zaynab", name: "Zaynab" }],
  child: { _id: "prf_zaynab", name: "Zaynab" },
  timeZone: "Asia/Karachi",
  upcoming: [],
  reportableTeachers: [{ _id: "prf_yusuf", name: "Yusuf Mansour" }],
  courses: [
    {
      _id: "crs_1",
      title: "Tajweed from the first letter",
      teacherName: "Yusuf Mansour",
      summary: {
        total: 8,
        attended: 1,
        missed: 1,
        toCome: 6,
        beforeEnrollment: 0,
        minutes: 60,
      },
      pastClasses: [
        {
          _id: "cls_2",
          number: 2,
          startsAt: "2027-03-08T10:00:00.000Z",
          isCancelled: false,
          attended: false,
        },
        {
          _id: "cls_1",
          number: 1,
          startsAt: "2027-03-01T10:00:00.000Z",
          isCancelled: false,
          attended: true,
        },
      ],
      quizzes: [
        {
          _id: "qiz_1",
          title: "Noon sakinah",
          questionCount: 4,
          passMark: 80,
          attempts: 1,
          passed: false,
          best: 50,
        },
      ],
    },
  ],
  teachers: [{ _id: "prf_teacher", name: "Yusuf Mansour" }],
  ...change,
});

const conversations = {
  child: { _id: "prf_zaynab", name: "Zaynab" },
  conversations: [
    {
      threadId: "thr_1",
      kind: "course",
      name: "Course conversation",
      lastMessageAt: "2027-03-01T10:00:00.000Z",
    },
  ],
};

const message = (seq: number, author: string, name: string) => ({
  _id: `msg_${seq}`,
  threadId: "thr_1",
  seq,
  clientId: `client-${seq}`,
  author: { _id: author, name, role: "student", profileImageUrl: null },
  text: `Line ${seq}`,
  sentAt: "2027-03-01T10:00:00.000Z",
});

beforeEach(() => {
  queryClient.clear();
  location.hash = "#gln_1.secret";
});

it("the guardian's page shows attendance and quizzes of the child, without a session", async () => {
  const calls = answer({
    "POST /guardian/child": success(page()),
    "POST /guardian/conversations": success(conversations),
  });
  render(<GuardianPage />);
  expect(await screen.findByRole("heading", { name: "Zaynab" })).toBeDefined();
  expect(screen.getByText("1 of 2 classes attended")).toBeDefined();
  expect(screen.getByText("Missed")).toBeDefined();
  expect(screen.getByText("Best result: 50%. 80% is needed to pass.")).toBeDefined();
  expect(screen.getByText("No lessons have been logged yet.")).toBeDefined();
  expect(calls[0]?.body).toEqual({ token: "gln_1.secret" });
  expect(calls.every(({ authorization }) => authorization === null)).toBe(true);
});

it("a guardian of several children chooses whose page is shown", async () => {
  const shown = [...children];
  const calls = answer({
    "POST /guardian/child": () => success(page({ children, child: shown.shift() ?? page().child })),
    "POST /guardian/conversations": success({ ...conversations, conversations: [] }),
  });
  const user = render(<GuardianPage />);
  await user.click(await screen.findByRole("button", { name: "Bilal" }));
  expect(await screen.findByRole("heading", { name: "Bilal" })).toBeDefined();
  expect(document.activeElement?.textContent).toBe("Bilal");
  const asked = calls.filter(({ body }) => body.childId === "prf_bilal");
  expect(asked.length).toBeGreaterThan(0);
});

it("a guardian writes to the teacher, and an empty message isn't sent", async () => {
  const calls = answer({
    "POST /guardian/child": success(page()),
    "POST /guardian/conversations": success(conversations),
    "POST /guardian/teacher-message": success(null),
  });
  const user = render(<GuardianPage />);
  await user.click(await screen.findByRole("button", { name: "Send message" }));
  expect(screen.getByText("Please enter your message")).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText("Your message"));
  await user.type(screen.getByLabelText("Your message"), "When is the next test?");
  await user.click(screen.getByRole("button", { name: "Send message" }));
  expect(await screen.findByText("Sent. You'll get Yusuf Mansour's reply by email.")).toBeDefined();
  const sent = calls.filter(({ body }) => body.teacherId !== undefined);
  expect(sent.map(({ body }) => body)).toEqual([
    {
      token: "gln_1.secret",
      childId: "prf_zaynab",
      teacherId: "prf_teacher",
      text: "When is the next test?",
    },
  ]);
});

it("the guardian's page shows the conversations page by page, and nobody can write there", async () => {
  const pages = [
    { messages: [message(1, "prf_other", "Bilal")], hasMore: false },
    { messages: [message(2, "prf_zaynab", "Zaynab")], hasMore: true },
  ];
  const calls = answer({
    "POST /guardian/child": success(page({ teachers: [], reportableTeachers: [] })),
    "POST /guardian/conversations": success(conversations),
    "POST /guardian/messages": () => success(pages.pop()),
  });
  const user = render(<GuardianPage />);
  await user.click(await screen.findByRole("button", { name: /Course conversation/ }));
  const latest = await screen.findByText("Line 2");
  // On phones, the list with the pressed button has disappeared.
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement?.contains(latest)).toBe(true);
  await user.click(screen.getByRole("button", { name: "Show earlier messages" }));
  expect(await screen.findByText("Line 1")).toBeDefined();
  expect(screen.queryByRole("textbox")).toBeNull();
  const read = calls.filter(({ body }) => body.threadId === "thr_1");
  expect(read.map(({ body }) => [body.childId, body.before])).toEqual([
    ["prf_zaynab", undefined],
    ["prf_zaynab", 2],
  ]);
});

it("the guardian's page says when the link doesn't work, and leads to a new one", async () => {
  let hasEnded = false;
  const ended = "This link no longer works. You can have a new one emailed to you.";
  const calls = answer({
    "POST /guardian/child": () => (hasEnded ? failure(404, ended) : success(page())),
    "POST /guardian/conversations": success(conversations),
    "POST /guardian/end": () => {
      hasEnded = true;
      return success(null);
    },
  });
  const user = render(<GuardianPage />);
  await user.click(await screen.findByRole("button", { name: "Turn off link" }));
  expect(await screen.findByText(/It no longer opens this page/)).toBeDefined();
  expect(document.activeElement?.textContent).toMatch(/It no longer opens this page/);
  expect(screen.getByRole("link", { name: "Email me my link" })).toBeDefined();
  expect(calls.at(-1)?.body).toEqual({ token: "gln_1.secret" });
  queryClient.clear();
  cleanup();
  render(<GuardianPage />);
  expect(await screen.findByText(ended)).toBeDefined();
  const link = screen.getByRole("link", { name: "Email me my link" });
  expect(link.getAttribute("href")).toBe("/guardian/link");
});

it("the guardian's page without a link says where to find it", async () => {
  location.hash = "";
  answer({});
  render(<GuardianPage />);
  expect(
    await screen.findByRole("heading", { name: "Open this page with your link" }),
  ).toBeDefined();
});

it("the date of an upcoming class is separated from its times", async () => {
  const start = new Date(Date.now() + 3 * 24 * 60 * 60 * 1_000);
  start.setUTCHours(10, 0, 0, 0);
  const entry = {
    _id: "cls_9",
    kind: "class" as const,
    startsAt: start.toISOString(),
    endsAt: new Date(start.getTime() + 60 * 60 * 1_000).toISOString(),
    timeZone: "Asia/Karachi",
    room: "none" as const,
    isInProgress: false,
    course: { _id: "crs_1", title: "Tajweed from the first letter" },
  };
  answer({
    "POST /guardian/child": success(page({ upcoming: [entry] })),
    "POST /guardian/conversations": success(conversations),
  });
  render(<GuardianPage />);
  await screen.findByRole("heading", { name: "Upcoming classes" });
  const time = document.querySelector(`time[datetime="${entry.startsAt}"]`);
  expect(time?.textContent).toMatch(/^\w+day, \w+ \d+(, \d{4})?, \d{1,2}:\d{2}/);
});
