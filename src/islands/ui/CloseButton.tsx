import { getTexts } from "#translations/ui.ts";

const t = getTexts("ui");
interface CloseButtonProps {
  /** The classes that place the button. */
  place?: string;
  onClick?: () => void;
}

/** The close button in a dialog's corner. Last in the DOM so that the focus starts in the form. */
export function CloseButton({ place = "absolute end-4 top-4", onClick }: CloseButtonProps) {
  return (
    <button
      type="button"
      className={`btn btn-ghost btn-sm btn-circle ${place}`}
      aria-label={t("close")}
      onClick={onClick}
    >
      <svg viewBox="0 0 24 24" className="size-5" fill="none" aria-hidden="true">
        <path d="M6 6l12 12M18 6 6 18" stroke="currentColor" strokeWidth="1.8" />
      </svg>
    </button>
  );
}
