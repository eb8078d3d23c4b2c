import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { TextField } from "#islands/ui/form/Field.tsx";
import { correctAttendance } from "#lib/classes/classes.calls.ts";
import {
  attendanceKey,
  attendanceOptions,
  refreshAttendance,
  showAttendance,
} from "#lib/classes/classes.queries.ts";
import type { AttendanceView, ClassView } from "#lib/classes/classes.responses.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { foldForSearch } from "#lib/text/search-text.ts";
import { formatClock, formatInstant } from "#lib/time/format-time.ts";
import { getTexts as getClassTexts } from "#translations/classes.ts";
import { getTexts } from "#translations/teacher-classes.ts";

const t = getTexts("teacherClasses");
const classTexts = getClassTexts("classes");

/** The minimum number of students for a list with a search field, and the number shown at first. */
const searchedFrom = 20;
const shownAtOnce = 50;

interface AttendanceProps {
  of: ClassView;
  zone: string;
  onClose: () => void;
}

/** The attendance of a class. The teacher's corrections override the recorded joins. */
export function Attendance({ of, zone, onClose }: AttendanceProps) {
  const [search, setSearch] = useState("");
  const [all, setAll] = useState(false);
  const list = useQuery(attendanceOptions(of._id), queryClient);
  const [undone, setUndone] = useState<{ name: string; problem: string }>();
  const mutationKey = attendanceKey(of._id);
  const correction = useMutation(
    {
      mutationKey,
      // Corrections are sent one after another, so that the last correction for a student wins.
      scope: { id: of._id },
      mutationFn: ({ student, present }: AttendanceView) =>
        correctAttendance(of._id, { studentId: student._id, present: !present }),
      onMutate: ({ student, present }) => {
        setUndone(undefined);
        return showAttendance(of._id, student._id, !present);
      },
      onError: (error, { student }, undo) => {
        undo?.();
        setUndone({ name: student.name, problem: messageOf(error) });
      },
      onSettled: async () => {
        // Until the last one is saved, the server's list would undo those that are still waiting.
        if (queryClient.isMutating({ mutationKey }) === 1) await refreshAttendance(of._id);
      },
    },
    queryClient,
  );
  const students = list.data ?? [];
  const found = students.filter(({ student }) =>
    foldForSearch(student.name).includes(foldForSearch(search)),
  );
  const shown = all ? found : found.slice(0, shownAtOnce);
  return (
    <Dialog open title={t("attendanceFor", { number: of.number })} onClose={onClose}>
      <p className="muted text-sm">{formatInstant(of.startsAt, zone, Date.now())}</p>
      {list.isPending && <Loading label={t("loadingAttendance")} />}
      {list.isError && <QueryError query={list} />}
      {undone && (
        <Alert>
          {t.rich("notSaved", {
            student: undone.name,
            problem: undone.problem,
            name: (text) => <bdi key="name">{text}</bdi>,
          })}
        </Alert>
      )}
      {list.data?.length === 0 && <p className="text-sm">{t("noStudents")}</p>}
      {students.length > searchedFrom && (
        <TextField
          label={t("searchStudents")}
          type="search"
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      {students.length > 0 && found.length === 0 && (
        <p className="text-sm" role="status">
          {t("noMatch", { search })}
        </p>
      )}
      {shown.length > 0 && (
        <ul className="divide-y divide-base-300">
          {shown.map((entry) => (
            <li key={entry.student._id}>
              <label className="flex cursor-pointer items-center justify-between gap-4 py-2.5">
                <span className="grid">
                  <span dir="auto" className="font-medium">
                    {entry.student.name}
                  </span>
                  <span className="muted tabular text-xs">
                    {entry.joinedAt
                      ? t("joinedAt", { time: formatClock(entry.joinedAt, zone) })
                      : t("notJoined")}
                    {entry.isCorrected && ` · ${t("setByYou")}`}
                  </span>
                </span>
                <input
                  type="checkbox"
                  className="size-6 shrink-0 accent-secondary"
                  checked={entry.present}
                  onChange={() => correction.mutate(entry)}
                  aria-label={t("studentAttended", { student: entry.student.name })}
                />
              </label>
            </li>
          ))}
        </ul>
      )}
      {found.length > shown.length && (
        <Button look="quiet" className="btn-sm justify-self-start" onClick={() => setAll(true)}>
          {classTexts("showAll", { count: found.length })}
        </Button>
      )}
      <div className="flex justify-end">
        <Button look="quiet" onClick={onClose}>
          {t("done")}
        </Button>
      </div>
    </Dialog>
  );
}
