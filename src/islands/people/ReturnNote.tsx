import { getTexts } from "#translations/profiles.ts";

const t = getTexts("profiles");

/** Says that the person will continue to the page they came for. */
export function ReturnNote({ className = "" }: { className?: string }) {
  return <p className={`muted text-sm ${className}`}>{t("returnNote")}</p>;
}
