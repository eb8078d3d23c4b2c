import { pageNumbers } from "#lib/paging/page-numbers.ts";
import { getTexts } from "#translations/ui.ts";

const t = getTexts("ui");

interface PagerProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

const look = "btn btn-ghost btn-sm h-9";

/** Pagination of a list. Renders nothing if there is only one page. */
export function Pager({ page, pages, onPage }: PagerProps) {
  if (pages <= 1) return null;
  return (
    <nav aria-label={t("pages")} className="flex flex-wrap items-center justify-center gap-1.5">
      {page > 1 && (
        <button type="button" className={look} onClick={() => onPage(page - 1)}>
          {t("previous")}
        </button>
      )}
      {pageNumbers(page, pages).map((number, index) =>
        number === "gap" ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: gaps differ only in position
          <span key={`gap ${index}`} className="px-1" aria-hidden="true">
            …
          </span>
        ) : (
          <button
            type="button"
            key={number}
            aria-label={t("page", { number })}
            aria-current={number === page ? "page" : undefined}
            className={`${look} tabular min-w-9 aria-[current]:btn-secondary`}
            onClick={() => onPage(number)}
          >
            {number}
          </button>
        ),
      )}
      {page < pages && (
        <button type="button" className={look} onClick={() => onPage(page + 1)}>
          {t("next")}
        </button>
      )}
    </nav>
  );
}
