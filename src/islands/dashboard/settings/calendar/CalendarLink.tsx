import { type Ref, useId, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { subscribeLinks } from "#lib/calendar-feeds/calendar-feeds.ts";
import { site } from "#lib/site/site.ts";

interface CalendarLinkProps {
  url: string;
  field: Ref<HTMLInputElement>;
  onDone: (message: string) => void;
}

const quiet = "btn btn-sm btn-outline border-base-300 hover:border-base-300 hover:bg-base-200";
const elsewhere = { target: "_blank", rel: "noopener noreferrer" };

/** The new link, with buttons to copy it or open it in a calendar. */
export function CalendarLink({ url, field, onDone }: CalendarLinkProps) {
  const id = useId();
  const [isRefused, setRefused] = useState(false);
  const links = subscribeLinks(url, site.name);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setRefused(false);
      onDone("Link copied.");
    } catch {
      // Browsers refuse on pages without HTTPS or if the person has denied permission.
      setRefused(true);
    }
  };

  return (
    <div className="grid gap-4 rounded-box border border-base-300 bg-base-200/60 p-4">
      <div className="grid gap-1.5">
        <label htmlFor={id} className="text-sm font-medium">
          Your link
        </label>
        <div className="flex flex-col gap-2 sm:flex-row">
          <input
            ref={field}
            id={id}
            className="input w-full font-mono text-xs"
            dir="ltr"
            readOnly
            value={url}
            aria-describedby={`${id}-hint`}
            onFocus={({ target }) => target.select()}
          />
          <Button look="quiet" onClick={() => void copy()}>
            <Icon name="copy" />
            Copy
          </Button>
        </div>
        <p id={`${id}-hint`} className="muted text-xs">
          Anyone with this link can see your calendar, so don't share it. We show it only once.
        </p>
      </div>
      {isRefused && (
        <Alert>Your browser blocked copying. Please select the link and copy it.</Alert>
      )}
      <div className="grid gap-2">
        <p className="text-sm font-medium">Subscribe with</p>
        <div className="flex flex-wrap gap-2">
          <a className={quiet} href={links.webcal}>
            <Icon name="calendar" className="size-4" />
            Calendar app
          </a>
          <a className={quiet} href={links.google} {...elsewhere}>
            Google Calendar
          </a>
          <a className={quiet} href={links.outlook} {...elsewhere}>
            Outlook
          </a>
        </div>
      </div>
    </div>
  );
}
