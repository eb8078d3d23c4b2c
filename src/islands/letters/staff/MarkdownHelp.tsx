import { getTexts } from "#translations/staff-letters.ts";

const samples = {
  bold: "**…**",
  italic: "*…*",
  link: "[…](https://example.org)",
  heading: "## …",
  list: "- …",
  numbered: "1. …",
  quote: "> …",
  rule: "---",
} as const;

/** How to format a message. */
export function MarkdownHelp() {
  const t = getTexts("staffLetters");
  return (
    <details className="rounded-field border border-base-300 px-3 py-2 text-sm">
      <summary className="cursor-pointer">{t("markdown.title")}</summary>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 py-3">
        {Object.entries(samples).map(([name, sample]) => (
          <div key={name} className="contents">
            <dt>{t(`markdown.${name as keyof typeof samples}`)}</dt>
            <dd>
              <code dir="ltr" className="break-all">
                {sample}
              </code>
            </dd>
          </div>
        ))}
      </dl>
      <p className="muted pb-2">{t("markdown.paragraph")}</p>
    </details>
  );
}
