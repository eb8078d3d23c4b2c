import { Button } from "#islands/ui/Button.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { getTexts } from "#translations/live-pages.ts";
import type { Leading } from "./use-leading.ts";

/** Buttons to move to the previous or next verse. */
export function Steps({ leading, current }: { leading: Leading; current: string | null }) {
  const t = getTexts("livePages");
  const end = (isEnd: boolean) => ({
    "aria-disabled": isEnd,
    className: isEnd ? "live-step btn-disabled" : "live-step",
  });
  return (
    <div className="live-steps">
      <Button
        look="quiet"
        {...end(leading.isFirst)}
        aria-label={t("previous")}
        onClick={leading.previous}
      >
        <Icon name="arrow" className="size-5 -rotate-90" />
      </Button>
      <span className="tabular live-current">{current}</span>
      <Button {...end(leading.isLast)} aria-label={t("next")} onClick={leading.next}>
        <Icon name="arrow" className="size-5 rotate-90" />
      </Button>
    </div>
  );
}
