import { EmptyState } from "#islands/ui/EmptyState.tsx";
import { GuardedProfile } from "#islands/ui/Guarded.tsx";
import { Connection, useConnected } from "./Connection.tsx";
import { CreateMeeting } from "./CreateMeeting.tsx";
import { UpcomingMeetings } from "./UpcomingMeetings.tsx";

const tips = [
  "Schedule meetings at least 48 hours ahead, so that every student sees them in time.",
  "Open the meeting five minutes early: students wait in the waiting room until you let them in.",
  "Students join muted. Ask them to unmute when it is their turn to recite.",
];

function TeacherMeetings() {
  const connected = useConnected();
  return (
    <div className="grid gap-6">
      <Connection />
      {connected && (
        <div className="grid items-start gap-6 lg:grid-cols-[1fr_24rem]">
          <UpcomingMeetings />
          <CreateMeeting />
        </div>
      )}
      <section className="panel grid gap-2 p-5">
        <h2 className="text-lg">Tips</h2>
        <ul className="muted grid list-disc gap-1 ps-5 text-sm">
          {tips.map((tip) => (
            <li key={tip}>{tip}</li>
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
            title="Only teachers can access this page."
            action={
              <a className="btn btn-secondary" href="/dashboard">
                Back to Dashboard
              </a>
            }
          />
        )
      }
    </GuardedProfile>
  );
}
