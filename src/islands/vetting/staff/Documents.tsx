import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import type { VettingDocument } from "#lib/vetting/vetting.responses.ts";
import { documentPath } from "#lib/vetting/vetting.rules.ts";
import { getTexts } from "#translations/staff-vetting.ts";

const t = getTexts("staffVetting");

/**
 * The teacher's private documents. Opening one is logged, so the page itself shows none: images open in a
 * new tab, and PDF files are downloaded.
 */
export function Documents({ documents }: { documents: readonly VettingDocument[] }) {
  return (
    <section className="panel grid gap-4 p-5">
      <div className="grid gap-1">
        <h2 className="text-base">{t("documents.title")}</h2>
        <p className="muted text-sm">{t("documents.private")}</p>
      </div>
      {documents.length === 0 && <p className="muted text-sm">{t("documents.none")}</p>}
      <ul className="grid gap-3 sm:grid-cols-2 empty:hidden">
        {documents.map(({ _id, name, kind, at }) => (
          <li key={_id}>
            <a
              className="grid h-full grid-cols-[4rem_minmax(0,1fr)] items-center gap-3 rounded-box border border-base-300 p-3 text-sm hover:border-secondary"
              href={documentPath(_id)}
              target="_blank"
              rel="noopener"
            >
              <span
                aria-hidden="true"
                className="grid size-16 place-items-center rounded-field bg-base-200 text-xs font-semibold uppercase"
              >
                {name.split(".").at(-1)}
              </span>
              <span className="grid min-w-0 gap-0.5">
                <bdi className="link font-medium wrap-anywhere">{name}</bdi>
                <span className="muted text-xs">{t(`documentKind.${kind}`)}</span>
                <span className="muted text-xs">
                  <LocalTime instant={at} />
                </span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
