import { useEffect, useRef } from "react";
import { Icon } from "#islands/ui/Icon.tsx";
import { CopyField } from "#islands/ui/links/CopyField.tsx";
import { SmallLink } from "#islands/ui/links/SmallLink.tsx";
import { subscribeLinks } from "#lib/calendar-feeds/calendar-feeds.ts";
import { localizePath } from "#lib/site/locale.ts";
import { site } from "#lib/site/site.ts";
import { getTexts } from "#translations/account-settings.ts";

const t = getTexts("accountSettings");

interface CalendarLinkProps {
  url: string;
  onDone: (message: string) => void;
}

/** The new link, with buttons to copy it or open it in a calendar. */
export function CalendarLink({ url, onDone }: CalendarLinkProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // A link that replaces another one appears in the same field.
    if (url) field.current?.focus();
  }, [url]);
  const links = subscribeLinks(url, site.name);
  return (
    <div className="grid gap-4 rounded-box border border-base-300 bg-base-200/60 p-4">
      <CopyField
        url={url}
        field={field}
        look="quiet"
        hint={t("calendar.private")}
        texts={{
          label: t("calendar.yourLink"),
          copy: t("calendar.copy"),
          copied: t("calendar.copied"),
          blocked: t("calendar.copyBlocked"),
        }}
        onCopied={onDone}
      />
      <div className="grid gap-2">
        <p className="text-sm font-medium">{t("calendar.subscribeWith")}</p>
        <div className="flex flex-wrap gap-2">
          <SmallLink href={localizePath(links.webcal)}>
            <Icon name="calendar" className="size-4" />
            {t("calendar.app")}
          </SmallLink>
          <SmallLink href={localizePath(links.google)} isExternal>
            {t("calendar.google")}
          </SmallLink>
          <SmallLink href={localizePath(links.outlook)} isExternal>
            Outlook
          </SmallLink>
        </div>
      </div>
    </div>
  );
}
