import { courseCodePath, messageLinks } from "#lib/courses/share-links.ts";
import { localizePath } from "#lib/site/locale.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/sharing.ts";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { CopyField } from "../../ui/links/CopyField.tsx";
import { SmallLink } from "../../ui/links/SmallLink.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";

const t = getTexts("sharing");

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
        <CopyField
          url={url}
          texts={{
            label: t("link"),
            copy: t("copy"),
            copied: t("copied"),
            blocked: t("copyBlocked"),
          }}
        />
        <div className="grid gap-2">
          <p className="text-sm font-medium">{t("shareWith")}</p>
          <div className="flex flex-wrap gap-2">
            <SmallLink href={links.whatsApp} isExternal>
              WhatsApp
            </SmallLink>
            <SmallLink href={links.telegram} isExternal>
              Telegram
            </SmallLink>
            <SmallLink href={links.email}>{t("email")}</SmallLink>
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
          <SmallLink href={localizePath(courseCodePath(course._id))} download={`${course._id}.svg`}>
            <Icon name="download" className="size-4" />
            {t("code.download")}
          </SmallLink>
          {printPath && <SmallLink href={localizePath(printPath)}>{t("code.print")}</SmallLink>}
        </div>
      </figure>
    </div>
  );
}

/** Opens the browser's own list of apps, if it has one. */
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
