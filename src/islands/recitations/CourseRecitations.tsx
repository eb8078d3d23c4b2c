import { useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { Busy } from "#islands/ui/Busy.tsx";
import { EmptyState } from "#islands/ui/EmptyState.tsx";
import { GuardedProfile } from "#islands/ui/Guarded.tsx";
import { Toast } from "#islands/ui/Toast.tsx";
import { Trouble } from "#islands/ui/Trouble.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { fetchPupils } from "#lib/recitations/recitations.calls.ts";
import { wallClock } from "#lib/time/format-time.ts";
import { PupilList } from "./PupilList.tsx";
import { PupilSwitch } from "./PupilSwitch.tsx";
import { StudentLog } from "./StudentLog.tsx";
import { useStudent } from "./use-student.ts";

const toastMs = 3_000;

/** What the students of a course recite, as its teacher writes it down. */
function OwnCourse({ courseId }: { courseId: string }) {
  const [chosen, choose] = useStudent();
  const [told, setTold] = useState<string>();
  const forget = useCallback(() => setTold(undefined), []);
  const pupils = useQuery(
    { queryKey: ["pupils", courseId], queryFn: () => fetchPupils(courseId) },
    queryClient,
  );
  if (pupils.isPending) return <Busy label="Loading your students..." />;
  if (pupils.isError) {
    return (
      <Trouble
        message={messageOf(pupils.error, "Failed to fetch students")}
        retry={() => void pupils.refetch()}
        busy={pupils.isFetching}
      />
    );
  }
  const { students, course } = pupils.data;
  if (students.length === 0) {
    return (
      <EmptyState title="No Students Yet">
        Whoever enrolls in this course stands here, with what was recited.
      </EmptyState>
    );
  }
  const student = students.find(({ _id }) => _id === chosen);
  if (!student) return <PupilList students={students} onChoose={choose} />;
  const today = wallClock(new Date().toISOString(), course.timeZone).date;
  return (
    <div className="grid gap-6">
      <PupilSwitch students={students} chosen={student._id} today={today} onChoose={choose} />
      <StudentLog
        key={student._id}
        seat={{ courseId, studentId: student._id }}
        today={today}
        onChanged={(words) => {
          setTold(words);
          void pupils.refetch();
        }}
      />
      <Toast message={told} duration={toastMs} onGone={forget} />
    </div>
  );
}

export default function CourseRecitations({ courseId }: { courseId: string }) {
  return <GuardedProfile>{() => <OwnCourse courseId={courseId} />}</GuardedProfile>;
}
