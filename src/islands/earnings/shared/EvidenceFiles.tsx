import { useState } from "react";
import { FileUpload, UploadedFile } from "#islands/ui/form/FileUpload.tsx";
import type { DisputeEvidence } from "#lib/payments/dispute-evidence.responses.ts";
import {
  type EvidenceFileKind,
  evidenceFileKinds,
  evidenceFileTypes,
  maxEvidenceBytes,
} from "#lib/payments/dispute-evidence.rules.ts";
import { getTexts } from "#translations/disputes.ts";

const t = getTexts("disputes");

type EvidenceFile = DisputeEvidence["files"][number];

/** How the reader changes files. */
export interface FileCalls {
  upload: (kind: EvidenceFileKind, file: File) => Promise<DisputeEvidence>;
  remove: (fileId: string) => Promise<DisputeEvidence>;
  onChanged: (changed: DisputeEvidence) => void;
  /** The deadline may have passed, or the evidence may have been submitted elsewhere. */
  onRefused: () => void;
}

interface FilesProps {
  dispute: DisputeEvidence;
  /** Undefined if nothing can be changed. */
  calls?: FileCalls | undefined;
}

/** The files of a response. While the response is open, files can be added and removed. */
export function EvidenceFiles({ dispute: { files }, calls }: FilesProps) {
  return (
    <section className="panel grid gap-4 p-5 md:p-6">
      <div className="grid gap-1">
        <h2 className="text-xl">{t("file.title")}</h2>
        {calls && <p className="muted max-w-prose text-sm">{t("file.text")}</p>}
      </div>
      {files.length > 0 && (
        <ul className="grid divide-y divide-base-300 rounded-box border border-base-300">
          {files.map((file) => (
            <FileRow key={file._id} file={file} calls={calls} />
          ))}
        </ul>
      )}
      {calls && <UploadForm files={files} calls={calls} />}
    </section>
  );
}

interface RowProps {
  file: EvidenceFile;
  calls: FileCalls | undefined;
}

function FileRow({ file: { _id, kind, name, bytes, isOwn }, calls }: RowProps) {
  const removal = calls &&
    isOwn && {
      text: t("file.remove"),
      label: t("file.removeLabel", { name }),
      remove: () => calls.remove(_id),
      onRemoved: calls.onChanged,
    };
  return (
    <UploadedFile
      name={<bdi className="font-medium wrap-anywhere">{name}</bdi>}
      facts={`${t(`file.kind.${kind}`)} · ${t("file.size", { size: toMegabytes(bytes) })}`}
      {...(removal && { removal })}
    />
  );
}

/** Rounded up to tenths. */
const toMegabytes = (bytes: number): number => Math.ceil(bytes / 104_857.6) / 10;

const types = Object.values(evidenceFileTypes);

function UploadForm({ files, calls }: { files: readonly EvidenceFile[]; calls: FileCalls }) {
  const isFree = (kind: EvidenceFileKind) => !files.some((file) => file.kind === kind);
  const [kind, setKind] = useState(evidenceFileKinds.find(isFree) ?? "other");
  const others = files.filter((each) => each.kind !== kind);
  const used = others.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <FileUpload
      kinds={evidenceFileKinds.map((value) => ({ value, label: t(`file.kind.${value}`) }))}
      kind={kind}
      onKindChange={setKind}
      kindLabel={t("file.kindLabel")}
      label={t("file.label")}
      hint={isFree(kind) ? t("file.hint") : t("file.replaces")}
      accept={types}
      texts={{
        add: t("file.add"),
        adding: t("file.adding"),
        added: t("file.added"),
        noFile: t("file.choose"),
      }}
      findProblem={({ size, type }) => {
        if (!types.some((known) => known === type)) return t("file.wrongType");
        return size + used > maxEvidenceBytes ? t("file.tooLarge") : undefined;
      }}
      upload={(file) => calls.upload(kind, file)}
      onUploaded={calls.onChanged}
      onError={calls.onRefused}
    />
  );
}
