import { getTexts } from "#translations/profiles.ts";
import { EntryRows } from "../../ui/form/EntryRows.tsx";
import type { RowsField } from "./profile-rows.ts";

const t = getTexts("profiles");

/** The certificates or the education in a profile form. */
export function ProfileRows({ field: { name, label, columns } }: { field: RowsField }) {
  return (
    <EntryRows
      name={name}
      columns={columns}
      className="sm:col-span-2"
      legend={
        <legend className="mb-1 text-sm font-medium">
          {t.rich("optionalRows", {
            label,
            muted: (text) => (
              <span key="muted" className="muted font-normal">
                {text}
              </span>
            ),
          })}
        </legend>
      }
      texts={{
        entry: (number) => t(`${name}.entry`, { number }),
        add: t(`${name}.add`),
        remove: t("remove"),
        removeEntry: (number) => t(`${name}.removeEntry`, { number }),
      }}
    />
  );
}
