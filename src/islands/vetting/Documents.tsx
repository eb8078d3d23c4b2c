import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { FieldFrame } from "#islands/ui/form/Field.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { SelectField } from "#islands/ui/form/SelectField.tsx";
import { Icon } from "#islands/ui/Icon.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
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
      <UploadForm isFull={documents.length >= maxDocuments} />
      <p className="muted tabular text-xs">
        {t("documents.count", { count: documents.length, max: maxDocuments })}
      </p>
    </section>
  );
}

function DocumentRow({ document: { _id, name, kind, at } }: { document: VettingDocument }) {
  const deletion = useMutation(
    { mutationFn: () => deleteDocument(_id), onSuccess: showOwnVetting },
    queryClient,
  );
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 p-3 text-sm">
      <span className="grid min-w-0 gap-0.5">
        <a
          className="link font-medium wrap-anywhere"
          href={documentPath(_id)}
          target="_blank"
          rel="noopener"
        >
          <bdi>{name}</bdi>
        </a>
        <span className="muted text-xs">
          {t(`documentKind.${kind}`)} · <LocalTime instant={at} />
        </span>
        {deletion.isError && (
          <span role="alert" className="text-error">
            {messageOf(deletion.error)}
          </span>
        )}
      </span>
      <Button
        look="plain"
        className="btn-sm text-error"
        busy={deletion.isPending}
        aria-label={t("documents.deleteLabel", { name })}
        onClick={() => deletion.mutate()}
      >
        {t("documents.delete")}
      </Button>
    </li>
  );
}

function UploadForm({ isFull }: { isFull: boolean }) {
  const [kind, setKind] = useState<DocumentKind>("certificate");
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation(
    {
      mutationFn: (file: File) => uploadDocument(file, kind),
      onSuccess(changed: OwnVetting) {
        if (input.current) input.current.value = "";
        showOwnVetting(changed);
      },
    },
    queryClient,
  );
  const submit = (event: Pick<FormEvent, "preventDefault">) => {
    event.preventDefault();
    const file = input.current?.files?.[0];
    const found = file ? findProblem(file) : t("documents.choose");
    setProblem(found);
    upload.reset();
    if (file && !found) upload.mutate(file);
  };
  if (isFull) return null;
  return (
    <Form
      onSubmit={submit}
      busy={upload.isPending}
      problem={upload.isError ? messageOf(upload.error) : undefined}
      success={upload.isSuccess ? t("documents.added") : undefined}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label={t("documents.kind")}
          value={kind}
          options={documentKinds.map((value) => ({ value, label: t(`documentKind.${value}`) }))}
          onChange={({ target }) => setKind(target.value as DocumentKind)}
        />
        <FieldFrame label={t("documents.file")} error={problem}>
          {(control) => (
            <input
              {...control}
              ref={input}
              type="file"
              accept={documentTypes.join(",")}
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
        busyLabel={t("documents.adding")}
      >
        <Icon name="plus" />
        {t("documents.add")}
      </Button>
    </Form>
  );
}

/** Why a file is refused before it is sent. The server checks its content. */
function findProblem({ size, type }: File): string | undefined {
  const known: readonly string[] = documentTypes;
  if (!known.includes(type)) return t("wrongType");
  return size > maxDocumentBytes ? t("tooLarge") : undefined;
}
