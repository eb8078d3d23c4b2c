import { useId, useRef, useState } from "react";
import { messageOf } from "#lib/client/api-error.ts";
import { saveBlob } from "#lib/client/save-file.ts";
import { addItems, saveEverything } from "#lib/study/client/study-client.ts";
import type { LocalItem, Refusal } from "#lib/study/overlay.ts";
import { fetchExport } from "#lib/study/study.calls.ts";
import { fieldsOfKind } from "#lib/study/study.rules.ts";
import { $study } from "#lib/study/study.store.ts";
import { createStudyFile } from "#lib/study/study-file.ts";
import { withTexts } from "#translations/load.ts";
import { getTexts } from "#translations/study.ts";
import { Button } from "../ui/Button.tsx";
import { Alert } from "../ui/feedback/Alert.tsx";
import { ItemState } from "./shared/ItemState.tsx";

const maxFileSize = 20 * 1024 * 1024;
const formats = [
  { format: "markdown", label: "exportMarkdown", name: "halaqa-quran-notes.md" },
  { format: "json", label: "exportJson", name: "halaqa-quran-notes.json" },
  { format: "annotations", label: "exportAnnotations", name: "halaqa-quran-notes.jsonld" },
] as const;

interface Result {
  done?: string[];
  /** Why some items aren't saved in the account. */
  reasons?: Refusal[];
  problem?: string;
}

interface ImportExportProps {
  items: readonly LocalItem[];
  canImport: boolean;
}

/** Exports all items, and imports items from a file. */
export function ImportExport({ items, canImport }: ImportExportProps) {
  const t = getTexts("study");
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [result, setResult] = useState<Result>({});
  const exportAs = async ({ format, name }: (typeof formats)[number]) => {
    try {
      saveBlob(await fetchExport(format), name);
      setResult({});
    } catch (error) {
      setResult({ problem: messageOf(error) });
    }
  };
  const exportDevice = () => {
    const file = JSON.stringify(createStudyFile(items.map(toExported), new Date()), null, 2);
    saveBlob(new Blob([file], { type: "application/json" }), "halaqa-quran-notes-device.json");
  };
  const importFile = async (file: File) => {
    if (file.size > maxFileSize) return setResult({ problem: t("importTooLarge") });
    setResult({ done: [t("importing")] });
    const { describeImport, describeOutcome, describeProblem, readImport } = await withTexts(
      import("#lib/study/study-import.ts"),
    );
    const found = readImport(await file.text(), items);
    if (typeof found !== "object") return setResult({ problem: describeProblem(found) });
    await addItems(found.items);
    // Only the server knows how many items the account can hold.
    await saveEverything();
    const ids = found.items.map(({ id }) => id);
    const outcome = describeOutcome(ids, $study.get().items);
    setResult({
      done: describeImport(outcome, found),
      reasons: [...outcome.refused.keys()],
    });
  };
  return (
    <section className="panel grid gap-4 p-5">
      <div className="grid gap-2">
        <h2 className="text-base">{t("export")}</h2>
        <div className="flex flex-wrap gap-2">
          {formats.map((each) => (
            <Button
              key={each.format}
              look="quiet"
              className="btn-sm"
              onClick={() => void exportAs(each)}
            >
              {t(each.label)}
            </Button>
          ))}
          <Button look="quiet" className="btn-sm" onClick={exportDevice}>
            {t("exportDevice")}
          </Button>
        </div>
      </div>
      {canImport && (
        <div className="grid gap-2">
          <label htmlFor={id} className="font-semibold">
            {t("import")}
          </label>
          <input
            ref={input}
            id={id}
            type="file"
            accept="application/json,.json,.backup"
            className="file-input w-full max-w-md"
            aria-describedby={`${id}-hint`}
            onChange={async ({ target: { files } }) => {
              const [file] = files ?? [];
              if (file) await importFile(file);
              // This allows the same file to be chosen again.
              if (input.current) input.current.value = "";
            }}
          />
          <p id={`${id}-hint`} className="muted text-xs">
            {t("importHint")}
          </p>
        </div>
      )}
      <div role="status" className="muted grid gap-1 text-sm">
        {result.done?.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {result.reasons?.map((state) => (
          <ItemState key={state} item={{ state }} />
        ))}
      </div>
      {result.problem && <Alert>{result.problem}</Alert>}
    </section>
  );
}

function toExported(item: LocalItem) {
  const fields = Object.fromEntries(
    fieldsOfKind[item.kind].map((name) => [
      name,
      (item as unknown as Record<string, unknown>)[name],
    ]),
  );
  const { id, kind, createdAt, updatedAt } = item;
  return {
    id,
    kind,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    ...fields,
  };
}
