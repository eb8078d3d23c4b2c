import { useState } from "react";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/quran.ts";
import { Button } from "../../ui/Button.tsx";
import { verseText } from "../verse-words.ts";

interface CopySectionProps {
  verse: HTMLElement;
  /** As in `2:255`. */
  verseKey: string;
}

/** Copies the verse's text or its address, and links to the verse's page. */
export function CopySection({ verse, verseKey }: CopySectionProps) {
  const t = getTexts("quran");
  const [result, setResult] = useState("");
  const path = `/quran/${verseKey.replace(":", "/")}`;
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setResult(t("copied"));
    } catch {
      setResult(t("copyFailed"));
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button look="quiet" className="btn-sm" onClick={() => copy(verseText(verse))}>
        {t("copyArabic")}
      </Button>
      <Button
        look="quiet"
        className="btn-sm"
        onClick={() => copy(new URL(localizePath(path), location.href).href)}
      >
        {t("copyLink")}
      </Button>
      <a className="btn btn-outline btn-sm border-base-300" href={localizePath(path)}>
        {t("openVerse")}
      </a>
      <p role="status" className="text-muted text-sm">
        {result}
      </p>
    </div>
  );
}
