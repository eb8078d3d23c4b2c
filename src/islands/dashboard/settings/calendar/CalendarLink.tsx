import { type Ref, useId, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { subscribeLinks } from "#lib/calendar-feeds/calendar-feeds.ts";
import { localizePath } from "#lib/site/locale.ts";
import { site } from "#lib/site/site.ts";
import { getTexts } from "#translations/account-settings.ts";

const t = getTexts("accountSettings");

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
      onDone(t("calendar.copied"));
    } catch {
      // Browsers refuse on pages without HTTPS or if the person has denied permission.
      setRefused(true);
    }
  };

  return (
    <div className="grid gap-4 rounded-box border border-base-300 bg-base-200/60 p-4">
      <div className="grid gap-1.5">
        <label htmlFor={id} className="text-sm font-medium">
          {t("calendar.yourLink")}
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
            {t("calendar.copy")}
          </Button>
        </div>
        <p id={`${id}-hint`} className="muted text-xs">
          {t("calendar.private")}
        </p>
      </div>
      {isRefused && <Alert>{t("calendar.copyBlocked")}</Alert>}
      <div className="grid gap-2">
        <p className="text-sm font-medium">{t("calendar.subscribeWith")}</p>
        <div className="flex flex-wrap gap-2">
          <a className={quiet} href={localizePath(links.webcal)}>
            <Icon name="calendar" className="size-4" />
            {t("calendar.app")}
          </a>
          <a className={quiet} href={localizePath(links.google)} {...elsewhere}>
            {t("calendar.google")}
          </a>
          <a className={quiet} href={localizePath(links.outlook)} {...elsewhere}>
            Outlook
          </a>
        </div>
      </div>
    </div>
  );
}
