import { EntryRows } from "#islands/ui/form/EntryRows.tsx";
import { getTexts } from "#translations/vetting.ts";
import { type ListName, listColumns } from "./credentials-form.ts";

const t = getTexts("vetting");

/** The entries of one kind of credentials, such as certificates. */
export function CredentialRows({ name }: { name: ListName }) {
  return (
    <EntryRows
      name={name}
      columns={listColumns()[name]}
      legend={<legend className="mb-2 font-semibold">{t(`${name}.title`)}</legend>}
      texts={{
        entry: (number) => t(`${name}.entry`, { number }),
        add: t(`${name}.add`),
        remove: t("remove"),
        removeEntry: (number) => t(`${name}.removeEntry`, { number }),
      }}
    />
  );
}
