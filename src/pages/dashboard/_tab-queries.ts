/** The queries that each dashboard tab needs for its first render. */
import type { TabId } from "#islands/dashboard/tabs.ts";
import {
  emailPreferencesOptions,
  guardianStatusOptions,
  languageOptions,
  sessionsOptions,
} from "#lib/account-settings/account-settings.queries.ts";
import { calendarFeedOptions } from "#lib/calendar-feeds/calendar-feeds.queries.ts";
import { ownCoursesOptions } from "#lib/courses/own-courses.queries.ts";
import { teacherStudentsOptions } from "#lib/enrollments/teacher-students.queries.ts";
import { teacherStudentsQuery } from "#lib/enrollments/teacher-students.ts";
import { connectionsOptions } from "#lib/meetings/connections.queries.ts";
import { readQuery } from "#lib/paging/list-url.ts";
import { accountStandingOptions } from "#lib/payments/payments.queries.ts";
import type { Role } from "#lib/people/people.options.ts";
import { timeSlotsOptions } from "#lib/people/time-slots.queries.ts";
import { ownPlanOptions } from "#lib/plans/plans.queries.ts";
import { timelineOptions } from "#lib/timeline/timeline.queries.ts";
import { trialsOptions } from "#lib/trials/trials.queries.ts";
import { zoomLinksOptions } from "#lib/zoom-app/zoom-app.queries.ts";
import type { PageQuery } from "#server/page-scope/page-scope.ts";

interface Viewer {
  id: string;
  role: Role;
}

export function findTabQueries(
  tab: TabId,
  { id, role }: Viewer,
  search: URLSearchParams,
): PageQuery[] {
  const isTeacher = role === "teacher";
  const courses = ownCoursesOptions({ _id: id, role });
  switch (tab) {
    case "dashboard":
      return [courses, timelineOptions(), ...(isTeacher ? [accountStandingOptions()] : [])];
    case "personal":
      return isTeacher ? [timeSlotsOptions(id)] : [];
    case "courses":
      return [courses];
    case "students":
      return [teacherStudentsOptions(readQuery(teacherStudentsQuery, search)), courses];
    case "schedule":
      return [timeSlotsOptions(id), trialsOptions()];
    case "settings":
      return [
        sessionsOptions(),
        emailPreferencesOptions(),
        languageOptions(),
        calendarFeedOptions(),
        ownPlanOptions(),
        zoomLinksOptions(),
        ...(isTeacher ? [connectionsOptions()] : [guardianStatusOptions()]),
      ];
  }
}
