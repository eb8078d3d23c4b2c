import { useState } from "react";
import { FileUpload, UploadedFile } from "#islands/ui/form/FileUpload.tsx";
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
  const removal = {
    text: t("file.remove"),
    label: t("file.removeLabel", { name }),
    remove: () => deleteEvidenceFile(disputeId, _id),
    onRemoved: putDispute,
  };
  return (
    <UploadedFile
      name={<bdi className="font-medium wrap-anywhere">{name}</bdi>}
      facts={`${t(`file.kind.${kind}`)} · ${t("file.size", { size: toMegabytes(bytes) })}`}
      {...(isOpen && { removal })}
    />
  );
}

/** Rounded up to tenths. */
const toMegabytes = (bytes: number): number => Math.ceil(bytes / 104_857.6) / 10;

const types = Object.values(evidenceFileTypes);

function UploadForm({ disputeId, files }: { disputeId: string; files: readonly EvidenceFile[] }) {
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
      upload={(file) => uploadEvidenceFile(disputeId, kind, file)}
      onUploaded={putDispute}
      // The deadline may have passed, or the evidence may have been submitted elsewhere.
      onError={() => void refreshDispute(disputeId)}
    />
  );
}
