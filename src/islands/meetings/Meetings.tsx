import { GuardedProfile } from "#islands/accounts/shared/Guarded.tsx";
import { EmptyState } from "#islands/ui/feedback/EmptyState.tsx";
import { Star } from "#islands/ui/Star.tsx";
import { meetingServices } from "#lib/meetings/meeting-services.ts";
import { meetingMessages } from "#lib/meetings/meetings.rules.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/meetings-page.ts";
import { Connection } from "./Connection.tsx";
import { CreateMeeting } from "./CreateMeeting.tsx";
import { UpcomingMeetings } from "./UpcomingMeetings.tsx";
import { useConnections } from "./use-own-meetings.ts";

const t = getTexts("meetingsPage");

const listTips = () => [t("tip.early", { hours: 48 }), t("tip.start"), t("tip.muted")];

function TeacherMeetings() {
  const connections = useConnections() ?? [];
  const isConnected = connections.some(({ connected }) => connected);
  // Existing meetings are still listed after the account was disconnected.
  const hasMeetings = connections.some(
    ({ connected, accessEndedAt, upcomingMeetings }) =>
      connected || accessEndedAt !== undefined || Boolean(upcomingMeetings),
  );
  return (
    <div className="grid gap-6">
      {meetingServices.map((service) => (
        <Connection key={service.id} service={service} />
      ))}
      {hasMeetings && (
        <div className={`grid items-start gap-6 ${isConnected ? "lg:grid-cols-[1fr_24rem]" : ""}`}>
          <UpcomingMeetings canCreate={isConnected} />
          {isConnected && <CreateMeeting />}
        </div>
      )}
      <section className="panel grid gap-3 p-5">
        <h2 className="text-lg">{t("tips")}</h2>
        <ul className="grid gap-3 text-sm md:grid-cols-3 md:gap-6">
          {listTips().map((tip) => (
            <li key={tip} className="muted flex gap-3">
              <Star className="mt-0.5 size-4 shrink-0 text-accent" />
              {tip}
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

export default function Meetings() {
  return (
    <GuardedProfile>
      {(profile) =>
        profile.role === "teacher" ? (
          <TeacherMeetings />
        ) : (
          <EmptyState
            title={meetingMessages.teachersOnly}
            action={
              <a className="btn btn-secondary" href={localizePath("/dashboard")}>
                {t("toDashboard")}
              </a>
            }
          />
        )
      }
    </GuardedProfile>
  );
}
