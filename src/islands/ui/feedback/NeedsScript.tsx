import type { ReactNode } from "react";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/ui.ts";

const t = getTexts("ui");

/**
 * Shown instead of interactive content if scripts are disabled. It is part of the page's HTML, and
 * `not-scripted:hidden` hides content that would load forever.
 */
export function NeedsScript({ title }: { title: string }) {
  return (
    <noscript>
      <section className="panel grid gap-3 p-6 sm:p-8" data-script-note>
        <h2 className="text-xl">{title}</h2>
        <p>{t("scriptBlocked")}</p>
        <p className="muted text-sm">
          {t.rich("withoutScript", {
            courses: (text) => (
              <Reading key="courses" path="/courses">
                {text}
              </Reading>
            ),
            teachers: (text) => (
              <Reading key="teachers" path="/teachers">
                {text}
              </Reading>
            ),
            contact: (text) => (
              <Reading key="contact" path="/contact">
                {text}
              </Reading>
            ),
          })}
        </p>
      </section>
    </noscript>
  );
}

function Reading({ path, children }: { path: string; children: ReactNode }) {
  return (
    <a className="link link-secondary" href={localizePath(path)}>
      {children}
    </a>
  );
}
