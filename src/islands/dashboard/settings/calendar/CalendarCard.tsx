import { useEffect, useRef, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import type { CalendarFeed } from "#lib/calendar-feeds/calendar-feeds.responses.ts";
import { calendarSettingsPath } from "#lib/calendar-feeds/calendar-feeds.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { SettingsCard } from "../SettingsCard.tsx";
import { CalendarLink } from "./CalendarLink.tsx";
import { type CalendarChange, CalendarModal } from "./CalendarModal.tsx";
import { useCalendarLink } from "./use-calendar-link.ts";

/** Creates, shows, replaces and turns off the person's calendar link. */
export function CalendarCard({ onDone }: { onDone: (message: string) => void }) {
  const { feed, making, ending, url } = useCalendarLink();
  const [asking, setAsking] = useState<CalendarChange>();
  const heading = useRef<HTMLHeadingElement>(null);
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (url) field.current?.focus();
  }, [url]);

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
        onDone("Your link was replaced.");
      },
    });
  const end = () =>
    ending.mutate(undefined, {
      onSuccess: () => {
        close();
        onDone("Your link is turned off.");
        heading.current?.focus();
      },
    });

  return (
    <SettingsCard
      title="Calendar"
      hint="See your classes, meetings and trial lessons in the calendar on your phone or computer. It updates automatically."
      path={calendarSettingsPath}
      heading={heading}
    >
      {feed.isPending && <Loading label="Loading your calendar link..." />}
      {feed.isError && <QueryError query={feed} />}
      {feed.data === null && (
        <>
          {making.isError && <Alert>{messageOf(making.error)}</Alert>}
          <Button
            look="quiet"
            className="justify-self-start"
            busy={making.isPending}
            busyLabel="Creating..."
            onClick={() => making.mutate()}
          >
            Create link
          </Button>
        </>
      )}
      {url && <CalendarLink url={url} field={field} onDone={onDone} />}
      {feed.data && (
        <div className="flex flex-wrap items-end justify-between gap-3">
          <FeedFacts feed={feed.data} isShown={url !== undefined} />
          <div className="flex flex-wrap gap-2">
            <Button look="quiet" className="btn-sm" onClick={() => open("replace")}>
              Replace link
            </Button>
            <Button look="danger" className="btn-sm" onClick={() => open("end")}>
              Turn off
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
      <p className="font-medium">Your link is active</p>
      <p className="muted">
        Created <LocalTime instant={feed.createdAt} />
      </p>
      <p className="muted">
        {feed.lastReadAt ? (
          <>
            Last used by a calendar <LocalTime instant={feed.lastReadAt} />
          </>
        ) : (
          "Not used by any calendar yet."
        )}
      </p>
      {!isShown && (
        <p className="muted">We show the link only once. If you've lost it, replace it.</p>
      )}
    </div>
  );
}
