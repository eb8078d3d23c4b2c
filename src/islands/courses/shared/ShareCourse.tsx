import { useId, useState } from "react";
import { courseCodePath, messageLinks } from "#lib/courses/share-links.ts";
import { localizePath } from "#lib/site/locale.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/sharing.ts";
import { Button } from "../../ui/Button.tsx";
import { Alert } from "../../ui/feedback/Alert.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";

const t = getTexts("sharing");

const quiet = "btn btn-sm btn-outline border-base-300 hover:border-base-300 hover:bg-base-200";
const elsewhere = { target: "_blank", rel: "noopener noreferrer" };

interface ShareCourseProps {
  course: { _id: string; title: string };
  teacher: string;
  /** The address of the public page. */
  url: string;
  /** Where the QR code can be printed, unless the person is on that page. */
  printPath?: string;
}

/**
 * The link of a public course, ways to send it, and its QR code. Without scripts, the link can be
 * copied by hand, and everything else works.
 */
export default function ShareCourse({ course, teacher, url, printPath }: ShareCourseProps) {
  const text = t("message", { title: course.title, teacher });
  const links = messageLinks(text, url);
  return (
    <div className="grid min-w-0 gap-6 md:grid-cols-[minmax(0,1fr)_auto] md:gap-10">
      <div className="grid min-w-0 content-start gap-5">
        <PublicLink url={url} />
        <div className="grid gap-2">
          <p className="text-sm font-medium">{t("shareWith")}</p>
          <div className="flex flex-wrap gap-2">
            <a className={quiet} href={links.whatsApp} {...elsewhere}>
              WhatsApp
            </a>
            <a className={quiet} href={links.telegram} {...elsewhere}>
              Telegram
            </a>
            <a className={quiet} href={links.email}>
              {t("email")}
            </a>
            <OtherApps text={text} url={url} />
          </div>
        </div>
      </div>
      <figure className="grid content-start justify-items-start gap-3 md:max-w-56">
        <img
          src={localizePath(courseCodePath(course._id))}
          alt={t("code.label", { title: isolatedInRtl(course.title) })}
          width={160}
          height={160}
          className="rounded-box border border-base-300 bg-white"
        />
        <figcaption className="muted text-sm">{t("code.text")}</figcaption>
        <div className="flex flex-wrap gap-2">
          <a
            className={quiet}
            href={localizePath(courseCodePath(course._id))}
            download={`${course._id}.svg`}
          >
            <Icon name="download" className="size-4" />
            {t("code.download")}
          </a>
          {printPath && (
            <a className={quiet} href={localizePath(printPath)}>
              {t("code.print")}
            </a>
          )}
        </div>
      </figure>
    </div>
  );
}

function PublicLink({ url }: { url: string }) {
  const id = useId();
  const hydrated = useHydrated();
  const [outcome, setOutcome] = useState<"copied" | "blocked">();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      setOutcome("copied");
    } catch {
      // Browsers refuse on pages without HTTPS or if the person has denied permission.
      setOutcome("blocked");
    }
  };
  return (
    <div className="grid min-w-0 gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {t("link")}
      </label>
      <div className="flex min-w-0 flex-col gap-2 sm:flex-row">
        <input
          id={id}
          className="input w-full font-mono text-xs"
          dir="ltr"
          readOnly
          value={url}
          onFocus={({ target }) => target.select()}
        />
        {hydrated && (
          <Button onClick={() => void copy()}>
            <Icon name="copy" />
            {t("copy")}
          </Button>
        )}
      </div>
      <p role="status" className="text-sm text-success empty:hidden">
        {outcome === "copied" && t("copied")}
      </p>
      {outcome === "blocked" && <Alert>{t("copyBlocked")}</Alert>}
    </div>
  );
}

/** Opens the browser's own list of apps, where there is one. */
function OtherApps({ text, url }: { text: string; url: string }) {
  const hydrated = useHydrated();
  if (!hydrated || !("share" in navigator)) return null;
  return (
    <Button
      look="quiet"
      className="btn-sm"
      // Rejected if the user closes the device's dialog.
      onClick={() => void navigator.share({ title: text, text, url }).catch(() => undefined)}
    >
      {t("otherApps")}
    </Button>
  );
}
