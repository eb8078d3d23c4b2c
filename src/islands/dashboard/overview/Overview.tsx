import { useStore } from "@nanostores/react";
import { type ReactNode, useEffect, useState } from "react";
import { NextEntry } from "#islands/timeline/shared/NextEntry.tsx";
import { CanceledTrial } from "#islands/trials/shared/CanceledTrial.tsx";
import { deferPart } from "#islands/ui/deferred.tsx";
import { Star } from "#islands/ui/Star.tsx";
import { useViewerZone } from "#islands/ui/time/use-viewer-zone.ts";
import { useHydrated } from "#islands/ui/use-hydrated.ts";
import { refreshPart } from "#lib/client/refresh-part.ts";
import { $publishedCourse, takePublished } from "#lib/courses/published-course.store.ts";
import { checklistId } from "#lib/onboarding/onboarding.rules.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { getTexts } from "#translations/dashboard.ts";
import { withTexts } from "#translations/load.ts";
import { OwnCourses } from "../courses/OwnCourses.tsx";
import { useOwnCourses } from "../courses/use-own-courses.ts";
import { TabLink } from "../TabLink.tsx";
import type { TabId } from "../tabs.ts";
import { PaymentNotice } from "./PaymentNotice.tsx";
import { RoomWarning } from "./RoomWarning.tsx";
import { Stats } from "./Stats.tsx";
import { Upcoming } from "./Upcoming.tsx";
import { useTimeline } from "./use-timeline.ts";

const t = getTexts("dashboard");

// Only the visit after a publication shows it.
const PublishedCourse = deferPart(
  async () =>
    (await withTexts(import("#islands/courses/shared/PublishedCourse.tsx"))).PublishedCourse,
  { isRare: true, Waiting: () => null },
);

/** Number of courses on the first tab. */
const shownCourses = 3;

interface OverviewProps {
  profile: Profile;
  onOpen: (tab: TabId) => void;
  /** The checklist of a new person as rendered by the server, if the page opened on this tab. */
  checklist?: ReactNode;
}

/** The Dashboard tab: the next entry, statistics, upcoming entries and some courses. */
export function Overview({ profile, onOpen, checklist }: OverviewProps) {
  useCurrentChecklist();
  useEffect(takePublished, []);
  const publishedCourse = useStore($publishedCourse);
  const { data } = useOwnCourses(profile);
  const timeline = useTimeline();
  const zone = useViewerZone();
  const isTeacher = profile.role === "teacher";
  const isNew = isTeacher ? profile.studentsCount === 0 : profile.lessonsCompleted === 0;
  const [next] = timeline.data ?? [];
  return (
    <div className="grid gap-8">
      {isTeacher && publishedCourse !== undefined && (
        <PublishedCourse courses={data} teacher={profile.name} />
      )}
      <Welcome profile={profile}>
        {next && <NextEntry entry={next} role={profile.role} zone={zone} />}
      </Welcome>
      <CanceledTrial canRebook={!isTeacher} />
      {isTeacher && <RoomWarning timeline={timeline.data ?? []} zone={zone} />}
      {checklist ??
        (isNew && (
          <div className="contents">
            <div id={checklistId} hidden />
          </div>
        ))}
      {isTeacher && <PaymentNotice />}
      <Stats profile={profile} />
      <Upcoming timeline={timeline} role={profile.role} zone={zone} />
      <section className="grid gap-4">
        <div className="flex items-center justify-between gap-3">
          <h2 className="text-heading">{t("myCourses")}</h2>
          {data && data.length > shownCourses && (
            <TabLink to="courses" onOpen={onOpen} className="link link-secondary text-sm">
              {t("allCourses")}
            </TabLink>
          )}
        </div>
        <OwnCourses profile={profile} most={shownCourses} />
      </section>
    </div>
  );
}

/** Reads the checklist again when the tab is opened in place, because other tabs change its steps. */
function useCurrentChecklist() {
  const hydrated = useHydrated();
  const [isOpenedInPlace] = useState(hydrated);
  useEffect(() => {
    if (isOpenedInPlace) void refreshPart(checklistId);
  }, [isOpenedInPlace]);
}

function Welcome({ profile, children }: { profile: Profile; children: ReactNode }) {
  const [firstName = ""] = profile.name.split(/\s+/);
  return (
    <section className="deep relative grid gap-6 overflow-hidden rounded-box p-4 pt-7 sm:p-6 md:p-8">
      <Star className="absolute -end-10 -top-14 size-48 opacity-10" />
      <div className="px-2">
        <h1 className="text-heading">
          {t.rich("welcome", {
            name: (text) => (
              <span key="name" dir="auto">
                {text}
              </span>
            ),
            firstName,
          })}
        </h1>
        <p className="mt-1 opacity-85">
          {profile.role === "teacher" ? t("teacherIntro") : t("studentIntro")}
        </p>
      </div>
      {children}
    </section>
  );
}
