import type { ReactNode } from "react";
import type { GuardianCourse } from "#lib/guardians/guardians.responses.ts";
import { describeMistakes, kindNames } from "#lib/recitations/recitations.rules.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { formatPercent } from "#lib/text/format-count.ts";
import { formatShortDay } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/guardian-page.ts";

const t = getTexts("guardianPage");

interface ChildCourseProps {
  course: GuardianCourse;
  zone: string;
}

/** A child's attendance, lessons and quizzes in a course. */
export function ChildCourse({ course, zone }: ChildCourseProps) {
  return (
    <section className="panel grid gap-6 p-5 md:p-6">
      <header>
        <h2 className="text-xl" dir="auto">
          {course.title}
        </h2>
        <p className="muted text-sm">
          {t("withTeacher", { teacher: isolatedInRtl(course.teacherName) })}
        </p>
      </header>
      <div className="grid gap-6 lg:grid-cols-3">
        <Attendance course={course} zone={zone} />
        <Lessons course={course} zone={zone} />
        <Quizzes course={course} />
      </div>
    </section>
  );
}

interface PartProps {
  title: string;
  figure?: string | undefined;
  children: ReactNode;
}

function Part({ title, figure, children }: PartProps) {
  return (
    <section className="grid content-start gap-2">
      <h3 className="font-semibold">{title}</h3>
      {figure && <p className="tabular text-sm">{figure}</p>}
      {children}
    </section>
  );
}

function Attendance({ course: { summary, pastClasses }, zone }: ChildCourseProps) {
  const { attended, missed } = summary;
  const figure =
    pastClasses.length > 0 ? t("attended", { attended, held: attended + missed }) : undefined;
  return (
    <Part title={t("attendance")} figure={figure}>
      {pastClasses.length === 0 && <p className="muted text-sm">{t("noClasses")}</p>}
      <ul className="grid gap-1 text-sm">
        {pastClasses.map((each) => (
          <li key={each._id} className="flex flex-wrap justify-between gap-x-4">
            <span>
              {t("class", { number: each.number })}{" "}
              <time className="muted tabular" dateTime={each.startsAt}>
                {formatShortDay(each.startsAt, zone, Date.now())}
              </time>
            </span>
            <span className={each.attended ? "text-success" : "muted"}>
              {each.isCancelled ? t("canceled") : each.attended ? t("present") : t("missed")}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Lessons({ course: { lessons }, zone }: ChildCourseProps) {
  if (!lessons) {
    return (
      <Part title={t("lessons")}>
        <p className="muted text-sm">{t("noLessons")}</p>
      </Part>
    );
  }
  return (
    <Part title={t("lessons")} figure={t("memorized", { count: lessons.memorized })}>
      <ul className="grid gap-2 text-sm">
        {lessons.latest.map(({ _id, kind, passage, heardAt, mistakes, note }) => (
          <li key={_id} className="grid">
            <span className="font-medium">{passage}</span>
            <span className="muted tabular">
              {t("lesson", {
                kind: kindNames[kind],
                day: formatShortDay(heardAt, zone, Date.now()),
                mistakes: describeMistakes(mistakes),
              })}
            </span>
            {note && (
              <span className="break-words whitespace-pre-line" dir="auto">
                {note}
              </span>
            )}
          </li>
        ))}
      </ul>
      <a className="link text-sm" href={lessons.url}>
        {t("allLessons")}
      </a>
    </Part>
  );
}

function Quizzes({ course: { quizzes } }: { course: GuardianCourse }) {
  return (
    <Part title={t("quizzes")}>
      {quizzes.length === 0 && <p className="muted text-sm">{t("noQuizzes")}</p>}
      <ul className="grid gap-2 text-sm">
        {quizzes.map((quiz) => (
          <li key={quiz._id} className="grid">
            <bdi className="font-medium">{quiz.title}</bdi>
            <span className={quiz.passed ? "text-success" : "muted"}>{describeResult(quiz)}</span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function describeResult({ best, passed, passMark }: GuardianCourse["quizzes"][number]): string {
  if (best === undefined) return t("quizOpen");
  const score = formatPercent(best / 100);
  if (passed) return t("quizPassed", { score });
  return t("quizFailed", { score, mark: formatPercent(passMark / 100) });
}
