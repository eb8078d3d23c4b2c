import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { FieldFrame } from "#islands/ui/form/Field.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { SelectField } from "#islands/ui/form/SelectField.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import type { DisputeEvidence } from "#lib/payments/dispute-evidence.responses.ts";
import {
  type EvidenceFileKind,
  evidenceFileKinds,
  evidenceFileTypes,
  maxEvidenceBytes,
} from "#lib/payments/dispute-evidence.rules.ts";
import { deleteEvidenceFile, uploadEvidenceFile } from "#lib/payments/disputes.calls.ts";
import { putDispute, refreshDispute } from "#lib/payments/disputes.queries.ts";
import { getTexts } from "#translations/disputes.ts";

const t = getTexts("disputes");

type EvidenceFile = DisputeEvidence["files"][number];

/** The files of a response. While it is open, files can be added and removed. */
export function EvidenceFiles({ dispute, isOpen }: { dispute: DisputeEvidence; isOpen: boolean }) {
  const { _id, files } = dispute;
  return (
    <section className="panel grid gap-4 p-5 md:p-6">
      <div className="grid gap-1">
        <h2 className="text-xl">{t("file.title")}</h2>
        {isOpen && <p className="muted max-w-prose text-sm">{t("file.text")}</p>}
      </div>
      {files.length > 0 && (
        <ul className="grid divide-y divide-base-300 rounded-box border border-base-300">
          {files.map((file) => (
            <FileRow key={file._id} disputeId={_id} file={file} isOpen={isOpen} />
          ))}
        </ul>
      )}
      {isOpen && <UploadForm disputeId={_id} files={files} />}
    </section>
  );
}

interface RowProps {
  disputeId: string;
  file: EvidenceFile;
  isOpen: boolean;
}

function FileRow({ disputeId, file: { _id, kind, name, bytes }, isOpen }: RowProps) {
  const deletion = useMutation(
    { mutationFn: () => deleteEvidenceFile(disputeId, _id), onSuccess: putDispute },
    queryClient,
  );
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 p-3 text-sm">
      <span className="grid min-w-0 gap-0.5">
        <bdi className="font-medium wrap-anywhere">{name}</bdi>
        <span className="muted tabular text-xs">
          {t(`file.kind.${kind}`)} · {t("file.size", { size: toMegabytes(bytes) })}
        </span>
        {deletion.isError && (
          <span role="alert" className="text-error">
            {messageOf(deletion.error)}
          </span>
        )}
      </span>
      {isOpen && (
        <Button
          look="plain"
          className="btn-sm text-error"
          busy={deletion.isPending}
          aria-label={t("file.removeLabel", { name })}
          onClick={() => deletion.mutate()}
        >
          {t("file.remove")}
        </Button>
      )}
    </li>
  );
}

/** Rounded up to tenths. */
const toMegabytes = (bytes: number): number => Math.ceil(bytes / 104_857.6) / 10;

function UploadForm({ disputeId, files }: { disputeId: string; files: readonly EvidenceFile[] }) {
  const isFree = (kind: EvidenceFileKind) => !files.some((file) => file.kind === kind);
  const [kind, setKind] = useState(evidenceFileKinds.find(isFree) ?? "other");
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation(
    {
      mutationFn: (file: File) => uploadEvidenceFile(disputeId, kind, file),
      onSuccess(changed: DisputeEvidence) {
        if (input.current) input.current.value = "";
        putDispute(changed);
      },
      // The deadline may have passed, or the evidence may have been submitted elsewhere.
      onError: () => void refreshDispute(disputeId),
    },
    queryClient,
  );
  const submit = (event: Pick<FormEvent, "preventDefault">) => {
    event.preventDefault();
    const file = input.current?.files?.[0];
    const others = files.filter((each) => each.kind !== kind);
    const used = others.reduce((sum, { bytes }) => sum + bytes, 0);
    const found = file ? findProblem(file, used) : t("file.choose");
    setProblem(found);
    upload.reset();
    if (file && !found) upload.mutate(file);
  };
  return (
    <Form
      onSubmit={submit}
      busy={upload.isPending}
      problem={upload.isError ? messageOf(upload.error) : undefined}
      success={upload.isSuccess ? t("file.added") : undefined}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label={t("file.kindLabel")}
          value={kind}
          options={evidenceFileKinds.map((value) => ({ value, label: t(`file.kind.${value}`) }))}
          onChange={({ target }) => setKind(target.value as EvidenceFileKind)}
        />
        <FieldFrame
          label={t("file.label")}
          hint={isFree(kind) ? t("file.hint") : t("file.replaces")}
          error={problem}
        >
          {(control) => (
            <input
              {...control}
              ref={input}
              type="file"
              accept={Object.values(evidenceFileTypes).join(",")}
              className="file-input w-full disabled:border-base-300 disabled:bg-base-100"
              onChange={() => setProblem(undefined)}
            />
          )}
        </FieldFrame>
      </div>
      <Button
        type="submit"
        look="quiet"
        className="justify-self-start"
        busy={upload.isPending}
        busyLabel={t("file.adding")}
      >
        {t("file.add")}
      </Button>
    </Form>
  );
}

/** Why a file is refused before it is sent. The server checks its content. */
function findProblem({ size, type }: File, used: number): string | undefined {
  const known: readonly string[] = Object.values(evidenceFileTypes);
  if (!known.includes(type)) return t("file.wrongType");
  return size + used > maxEvidenceBytes ? t("file.tooLarge") : undefined;
}
