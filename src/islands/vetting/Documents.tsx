import { useState } from "react";
import { FileUpload, UploadedFile } from "#islands/ui/form/FileUpload.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { deleteDocument, uploadDocument } from "#lib/vetting/vetting.calls.ts";
import { showOwnVetting } from "#lib/vetting/vetting.queries.ts";
import type { OwnVetting, VettingDocument } from "#lib/vetting/vetting.responses.ts";
import {
  type DocumentKind,
  documentKinds,
  documentPath,
  documentTypes,
  maxDocumentBytes,
  maxDocuments,
} from "#lib/vetting/vetting.rules.ts";
import { getTexts } from "#translations/vetting.ts";

const t = getTexts("vetting");

/** The teacher's private documents, and the form that adds one. */
export function Documents({ vetting }: { vetting: OwnVetting }) {
  const { documents } = vetting;
  return (
    <section className="panel grid gap-5 p-5 sm:p-6">
      <div className="grid gap-1">
        <h2 className="text-xl">{t("documents.title")}</h2>
        <p className="muted text-sm">{t("documents.hint")}</p>
      </div>
      {documents.length === 0 ? (
        <p className="muted text-sm">{t("documents.none")}</p>
      ) : (
        <ul className="grid divide-y divide-base-300 rounded-box border border-base-300">
          {documents.map((document) => (
            <DocumentRow key={document._id} document={document} />
          ))}
        </ul>
      )}
      {documents.length < maxDocuments && <UploadForm />}
      <p className="muted tabular text-xs">
        {t("documents.count", { count: documents.length, max: maxDocuments })}
      </p>
    </section>
  );
}

function DocumentRow({ document: { _id, name, kind, at } }: { document: VettingDocument }) {
  return (
    <UploadedFile
      name={
        <a
          className="link font-medium wrap-anywhere"
          href={documentPath(_id)}
          target="_blank"
          rel="noopener"
        >
          <bdi>{name}</bdi>
        </a>
      }
      facts={
        <>
          {t(`documentKind.${kind}`)} · <LocalTime instant={at} />
        </>
      }
      removal={{
        text: t("documents.delete"),
        label: t("documents.deleteLabel", { name }),
        remove: () => deleteDocument(_id),
        onRemoved: showOwnVetting,
      }}
    />
  );
}

function UploadForm() {
  const [kind, setKind] = useState<DocumentKind>("certificate");
  return (
    <FileUpload
      kinds={documentKinds.map((value) => ({ value, label: t(`documentKind.${value}`) }))}
      kind={kind}
      onKindChange={setKind}
      kindLabel={t("documents.kind")}
      label={t("documents.file")}
      accept={documentTypes}
      texts={{
        add: t("documents.add"),
        adding: t("documents.adding"),
        added: t("documents.added"),
        noFile: t("documents.choose"),
      }}
      findProblem={({ size, type }) => {
        if (!documentTypes.some((known) => known === type)) return t("wrongType");
        return size > maxDocumentBytes ? t("tooLarge") : undefined;
      }}
      upload={(file) => uploadDocument(file, kind)}
      onUploaded={showOwnVetting}
    />
  );
}
