import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { enrol, fetchEnrolments, fetchSeat, holdsSeat } from "#lib/client/enrolments.calls.ts";
import { goTo } from "#lib/client/navigation.ts";
import { queryClient } from "#lib/client/query-client.ts";
import type { EnrolPanelProps } from "./EnrolPanel.tsx";
import { findSeatState } from "./seat-state.ts";

/** How often the server is asked while something may happen without the student, in milliseconds. */
const lookAgainMs = 20_000;

/** The student's seat, kept up to date, and the way to one. */
export function useSeat({ courseId, full, ended }: EnrolPanelProps, studentId: string) {
  const enrolments = useQuery({ queryKey: ["enrolments"], queryFn: fetchEnrolments }, queryClient);
  const seat = useQuery(
    {
      queryKey: ["seat", courseId],
      queryFn: () => fetchSeat(courseId),
      refetchInterval: ({ state: { data } }) =>
        data?.waiting || data?.status === "held" ? lookAgainMs : false,
    },
    queryClient,
  );
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ["seat", courseId] }),
      queryClient.invalidateQueries({ queryKey: ["enrolments"] }),
    ]);
  const enrolment = useMutation(
    {
      mutationFn: () => enrol(courseId, studentId),
      onSuccess: (url) => goTo(url),
      // Whatever stood in the way, the page's picture of the seats is out of date.
      onError: refresh,
    },
    queryClient,
  );
  const { reset } = enrolment;
  useEffect(() => {
    // Back from the checkout by the browser's button: the page is as it was left.
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      reset();
      void queryClient.invalidateQueries({ queryKey: ["seat", courseId] });
    };
    addEventListener("pageshow", comeBack);
    return () => removeEventListener("pageshow", comeBack);
  }, [reset, courseId]);

  const isEnrolled = holdsSeat(enrolments.data ?? [], courseId);
  const isNews = seat.data?.status === "enrolled" && enrolments.isSuccess && !isEnrolled;
  useEffect(() => {
    // Paid while the page was open: meetings and comments go by the enrolments.
    if (isNews) void queryClient.invalidateQueries({ queryKey: ["enrolments"] });
  }, [isNews]);
  return {
    isPending: enrolments.isPending || (seat.isPending && !isEnrolled),
    state: findSeatState({ isEnrolled, seat: seat.data, full, ended }),
    enrolment,
    refresh,
  };
}
