import { useState } from "react";
import { deferDialog } from "#islands/ui/deferred.tsx";
import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { Pager } from "#islands/ui/Pager.tsx";
import type { TeacherStudentRow } from "#lib/enrollments/enrollments.responses.ts";
import { exportPath } from "#lib/enrollments/teacher-students.calls.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { localizePath } from "#lib/site/locale.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { withTexts } from "#translations/load.ts";
import { getTexts } from "#translations/teacher-students.ts";
import type { Dashboard } from "../modals.ts";
import { TabHead } from "../TabHead.tsx";
import { RemoveStudent } from "./RemoveStudent.tsx";
import { refreshFigures } from "./refresh-figures.ts";
import { StudentSearch } from "./StudentSearch.tsx";
import { StudentsTable } from "./StudentsTable.tsx";
import { useStudents } from "./use-students.ts";
import { useStudentsQuery } from "./use-students-query.ts";

const t = getTexts("teacherStudents");

const RefundDialog = deferDialog(
  async () => (await withTexts(import("#islands/payments/shared/RefundDialog.tsx"))).RefundDialog,
);

interface StudentsProps extends Pick<Dashboard, "showToast"> {
  profile: Profile;
}

/** The Students tab: everyone enrolled in the teacher's courses. */
export function Students({ profile, showToast }: StudentsProps) {
  const [query, change] = useStudentsQuery();
  const students = useStudents(query);
  const [leaving, setLeaving] = useState<TeacherStudentRow>();
  const [refunded, setRefunded] = useState<TeacherStudentRow>();
  const { data } = students;
  const isEmpty = data ? data.total === 0 && !query.search : profile.studentsCount === 0;

  return (
    <section className="grid gap-5">
      <TabHead title={t("title")}>
        {!isEmpty && (
          <a
            className="btn btn-outline border-base-300"
            href={localizePath(exportPath(query))}
            download
          >
            <Icon name="download" />
            {t("exportCsv")}
          </a>
        )}
      </TabHead>
      {isEmpty ? (
        <EmptyState
          title={t("none")}
          action={
            <a className="btn btn-secondary" href={localizePath(`/teachers/${profile._id}`)}>
              {t("publicPage")}
            </a>
          }
        >
          {t("noneText")}
        </EmptyState>
      ) : (
        <>
          <StudentSearch query={query} onChange={change} />
          {students.isPending && <Loading label={t("loading")} />}
          {students.isError && <QueryError query={students} />}
          {data && data.total === 0 && (
            <EmptyState title={t("notFound")}>
              {t("noMatch", { search: isolatedInRtl(query.search ?? "") })}
            </EmptyState>
          )}
          {data && data.students.length > 0 && (
            <StudentsTable
              students={data.students}
              query={query}
              busy={students.isPlaceholderData}
              onChange={change}
              onRemove={setLeaving}
              onRefund={setRefunded}
            />
          )}
          {data && (
            <Pager
              page={data.page}
              pages={data.pages}
              onPage={(page) => change({ page: String(page) })}
            />
          )}
        </>
      )}
      {refunded && (
        <RefundDialog
          seat={{
            ...refunded,
            student: refunded.student.name,
            course: refunded.course.title,
            isEnrolled: true,
          }}
          onDone={(message) => {
            refreshFigures();
            showToast(message);
          }}
          onClose={() => setRefunded(undefined)}
        />
      )}
      {leaving && (
        <RemoveStudent seat={leaving} onDone={showToast} onClose={() => setLeaving(undefined)} />
      )}
    </section>
  );
}
