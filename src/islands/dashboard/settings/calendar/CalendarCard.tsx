import { useRef, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { deferPart } from "#islands/ui/deferred.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import type { CalendarFeed } from "#lib/calendar-feeds/calendar-feeds.responses.ts";
import { calendarSettingsPath } from "#lib/calendar-feeds/calendar-feeds.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { getTexts } from "#translations/account-settings.ts";
import { withTexts } from "#translations/load.ts";
import { SettingsCard } from "../SettingsCard.tsx";
import { type CalendarChange, CalendarModal } from "./CalendarModal.tsx";
import { useCalendarLink } from "./use-calendar-link.ts";

const t = getTexts("accountSettings");

/** Appears once a link has been created. */
const CalendarLink = deferPart(
  async () => (await withTexts(import("./CalendarLink.tsx"))).CalendarLink,
  { isRare: true },
);

/** Creates, shows, replaces and turns off the person's calendar link. */
export function CalendarCard({ onDone }: { onDone: (message: string) => void }) {
  const { feed, making, ending, url } = useCalendarLink();
  const [asking, setAsking] = useState<CalendarChange>();
  const heading = useRef<HTMLHeadingElement>(null);

  const close = () => setAsking(undefined);
  const open = (change: CalendarChange) => {
    making.reset();
    ending.reset();
    setAsking(change);
  };
  const replace = () =>
    making.mutate(undefined, {
      onSuccess: () => {
        close();
        onDone(t("calendar.replace.done"));
      },
    });
  const end = () =>
    ending.mutate(undefined, {
      onSuccess: () => {
        close();
        onDone(t("calendar.end.done"));
        heading.current?.focus();
      },
    });

  return (
    <SettingsCard
      title={t("calendar.title")}
      hint={t("calendar.hint")}
      path={calendarSettingsPath}
      heading={heading}
    >
      {feed.isPending && <Loading label={t("calendar.loading")} />}
      {feed.isError && <QueryError query={feed} />}
      {feed.data === null && (
        <>
          {making.isError && <Alert>{messageOf(making.error)}</Alert>}
          <Button
            look="quiet"
            className="justify-self-start"
            busy={making.isPending}
            busyLabel={t("calendar.createBusy")}
            onClick={() => making.mutate()}
          >
            {t("calendar.create")}
          </Button>
        </>
      )}
      {url && <CalendarLink url={url} onDone={onDone} />}
      {feed.data && (
        <div className="flex flex-wrap items-end justify-between gap-3">
          <FeedFacts feed={feed.data} isShown={url !== undefined} />
          <div className="flex flex-wrap gap-2">
            <Button look="quiet" className="btn-sm" onClick={() => open("replace")}>
              {t("calendar.replace.action")}
            </Button>
            <Button look="danger" className="btn-sm" onClick={() => open("end")}>
              {t("calendar.end.action")}
            </Button>
          </div>
        </div>
      )}
      {asking && (
        <CalendarModal
          change={asking}
          busy={making.isPending || ending.isPending}
          error={asking === "replace" ? making.error : ending.error}
          onConfirm={asking === "replace" ? replace : end}
          onClose={close}
        />
      )}
    </SettingsCard>
  );
}

function FeedFacts({ feed, isShown }: { feed: CalendarFeed; isShown: boolean }) {
  return (
    <div className="min-w-0 text-sm">
      <p className="font-medium">{t("calendar.active")}</p>
      <p className="muted">
        {t.rich("calendar.created", {
          time: () => <LocalTime key="time" instant={feed.createdAt} />,
        })}
      </p>
      <p className="muted">
        {feed.lastReadAt
          ? t.rich("calendar.lastUsed", {
              time: () => <LocalTime key="time" instant={feed.lastReadAt ?? ""} />,
            })
          : t("calendar.unused")}
      </p>
      {!isShown && <p className="muted">{t("calendar.shownOnce")}</p>}
    </div>
  );
}
