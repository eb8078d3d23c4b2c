import { useFormContext } from "react-hook-form";
import {
  kindNames,
  type RecitationKind,
  recitationKinds,
} from "#lib/recitations/recitations.rules.ts";
import { getTexts } from "#translations/lesson-log.ts";
import type { RecitationValues } from "./recitation-form.ts";

const t = getTexts("lessonLog");

/** The three lesson types as radio buttons. */
export function KindField({ onChange }: { onChange: (kind: RecitationKind) => void }) {
  const { register } = useFormContext<RecitationValues>();
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{t("form.type")}</legend>
      <div className="grid grid-cols-3 gap-2">
        {recitationKinds.map((kind) => (
          <label
            key={kind}
            className="grid cursor-pointer justify-items-center rounded-field border border-base-300 px-1 py-2 text-center text-sm leading-tight font-medium has-checked:border-secondary has-checked:bg-secondary has-checked:text-secondary-content has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-secondary"
          >
            <input
              type="radio"
              value={kind}
              className="sr-only"
              {...register("kind", { onChange: ({ target }) => onChange(target.value) })}
            />
            {kindNames[kind]}
            <span className="text-xs font-normal">{kind}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
