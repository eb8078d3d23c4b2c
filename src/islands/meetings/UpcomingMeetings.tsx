import { useCallback, useState } from "react";
import { MeetingLink } from "#islands/meetings/shared/MeetingLink.tsx";
import { MeetingList } from "#islands/meetings/shared/MeetingList.tsx";
import { deferDialog } from "#islands/ui/deferred.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { Toast } from "#islands/ui/feedback/Toast.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { useNow } from "#islands/ui/time/use-now.ts";
import { type ApiMeeting, findUpcoming } from "#lib/meetings/meetings.calls.ts";
import { refreshTeacherMeetings } from "#lib/meetings/meetings.queries.ts";
import { formatUntil } from "#lib/time/near-day.ts";
import { withTexts } from "#translations/load.ts";
import { getTexts as getMeetingTexts } from "#translations/meetings.ts";
import { getTexts } from "#translations/meetings-page.ts";
import { CancelMeeting } from "./CancelMeeting.tsx";
import { createAnchor } from "./CreateMeeting.tsx";
import { UnconfirmedMeetings } from "./UnconfirmedMeetings.tsx";
import { useOwnMeetings } from "./use-own-meetings.ts";

const t = getTexts("meetingsPage");

const tMeetings = getMeetingTexts("meetings");

const ChangeMeeting = deferDialog(
  async () => (await withTexts(import("./ChangeMeeting.tsx"))).ChangeMeeting,
);

const toastMs = 3_000;

type Doing = "edit" | "cancel";
type Chosen = { doing: Doing; meeting: Pick<ApiMeeting, "_id" | "topic" | "startTime"> };

/** The teacher's upcoming and ongoing meetings, with actions to start, edit and cancel them. */
export function UpcomingMeetings({ canCreate }: { canCreate: boolean }) {
  const own = useOwnMeetings();
  const now = useNow(30_000);
  const [chosen, setChosen] = useState<Chosen>();
  const [notice, setNotice] = useState<string>();
  const forget = useCallback(() => setNotice(undefined), []);
  const upcoming = findUpcoming(own.data?.meetings ?? []);
  const waiting = own.data?.waiting ?? [];
  const changing =
    chosen?.doing === "edit" && upcoming.find(({ _id }) => _id === chosen.meeting._id);
  const close = (message?: string) => {
    setChosen(undefined);
    if (message === undefined) return;
    setNotice(message);
    void refreshTeacherMeetings();
  };
  return (
    <section className="grid content-start gap-4" aria-label={t("upcoming")}>
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-lg">{t("upcoming")}</h2>
        {upcoming.length > 2 && canCreate && (
          <a className="link link-secondary text-sm lg:hidden" href={`#${createAnchor}`}>
            {t("create")}
          </a>
        )}
      </div>
      {own.isPending && <Loading label={tMeetings("loading")} />}
      {own.isError && <QueryError query={own} retryLabel={tMeetings("tryAgain")} />}
      {waiting.length > 0 && (
        <UnconfirmedMeetings
          waiting={waiting}
          onCancel={(meeting) => setChosen({ doing: "cancel", meeting })}
        />
      )}
      {own.isSuccess && upcoming.length === 0 && waiting.length === 0 && <NoMeetings />}
      {upcoming.length > 0 && (
        <MeetingList
          own
          meetings={upcoming}
          until={({ startTime }) => formatUntil(startTime, now)}
          action={(meeting) => (
            <>
              {meeting.status !== "started" && (
                <MeetingActions
                  meeting={meeting}
                  onChoose={(doing) => setChosen({ doing, meeting })}
                />
              )}
              <MeetingLink meeting={meeting} label={tMeetings("start")} href={meeting.startUrl} />
            </>
          )}
        />
      )}
      {changing && <ChangeMeeting meeting={changing} onClose={close} />}
      {chosen?.doing === "cancel" && <CancelMeeting meeting={chosen.meeting} onClose={close} />}
      <Toast message={notice} duration={toastMs} onHidden={forget} />
    </section>
  );
}

function NoMeetings() {
  return (
    <div className="panel grid justify-items-center gap-2 px-5 py-10 text-center">
      <Icon name="calendar" className="size-8 text-accent" />
      <p className="font-medium">{tMeetings("noUpcoming")}</p>
      <p className="muted max-w-prose text-sm">{t("empty")}</p>
    </div>
  );
}

interface MeetingActionsProps {
  meeting: ApiMeeting;
  onChoose: (doing: Doing) => void;
}

const small = "btn btn-sm btn-ghost";

function MeetingActions({ meeting, onChoose }: MeetingActionsProps) {
  return (
    <>
      <button
        type="button"
        className={small}
        aria-label={tMeetings("actionOn", { action: t("edit"), topic: meeting.topic })}
        onClick={() => onChoose("edit")}
      >
        {t("edit")}
      </button>
      <button
        type="button"
        className={`${small} text-error`}
        aria-label={tMeetings("actionOn", { action: t("cancel"), topic: meeting.topic })}
        onClick={() => onChoose("cancel")}
      >
        {t("cancel")}
      </button>
    </>
  );
}
