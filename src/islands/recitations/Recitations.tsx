import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { GuardedProfile } from "#islands/accounts/shared/Guarded.tsx";
import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { Toast } from "#islands/ui/feedback/Toast.tsx";
import { queryClient } from "#lib/client/query-client.ts";
import { studentsWithProgressOptions } from "#lib/recitations/recitations.queries.ts";
import { wallClock } from "#lib/time/format-time.ts";
import { getTexts } from "#translations/lesson-log.ts";
import { StudentList } from "./StudentList.tsx";
import { StudentSwitch } from "./StudentSwitch.tsx";
import { StudentLogPart } from "./student-log-part.ts";
import { useStudent } from "./use-student.ts";

const t = getTexts("lessonLog");

const toastMs = 3_000;

/** The teacher's log of what the students of a course recite. */
function OwnCourse({ courseId }: { courseId: string }) {
  const [chosen, choose] = useStudent();
  const [notice, setNotice] = useState<string>();
  const forget = useCallback(() => setNotice(undefined), []);
  const list = useQuery(studentsWithProgressOptions(courseId), queryClient);
  if (list.isPending) return <Loading label={t("list.loading")} />;
  if (list.isError) {
    return <QueryError query={list} />;
  }
  const { students, course } = list.data;
  if (students.length === 0) {
    return <EmptyState title={t("list.none")}>{t("list.noneText")}</EmptyState>;
  }
  const student = students.find(({ _id }) => _id === chosen);
  if (!student) return <StudentList students={students} onChoose={choose} />;
  const today = wallClock(new Date().toISOString(), course.timeZone).date;
  return (
    <div className="grid gap-6">
      <StudentSwitch students={students} chosen={student._id} today={today} onChoose={choose} />
      <StudentLogPart
        key={student._id}
        seat={{ courseId, studentId: student._id }}
        today={today}
        onChanged={(text) => {
          setNotice(text);
          void list.refetch();
        }}
      />
      <Toast message={notice} duration={toastMs} onHidden={forget} />
    </div>
  );
}

export default function Recitations({ courseId }: { courseId: string }) {
  return <GuardedProfile>{() => <OwnCourse courseId={courseId} />}</GuardedProfile>;
}
