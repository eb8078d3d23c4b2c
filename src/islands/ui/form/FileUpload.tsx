import { useMutation } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { Button } from "../Button.tsx";
import { Icon } from "../Icon.tsx";
import { FieldFrame } from "./Field.tsx";
import { Form } from "./Form.tsx";
import { SelectField } from "./SelectField.tsx";

interface FileUploadProps<Kind extends string, Result> {
  kinds: readonly { value: Kind; label: string }[];
  kind: Kind;
  onKindChange: (kind: Kind) => void;
  kindLabel: string;
  label: string;
  hint?: string;
  /** The media types that can be chosen. */
  accept: readonly string[];
  texts: { add: string; adding: string; added: string; noFile: string };
  /** Why a file is refused before it is sent. The server checks its content. */
  findProblem: (file: File) => string | undefined;
  upload: (file: File) => Promise<Result>;
  onUploaded: (result: Result) => void;
  onError?: () => void;
}

/** Uploads one file of a chosen kind at a time. */
export function FileUpload<Kind extends string, Result>(props: FileUploadProps<Kind, Result>) {
  const { kind, label, hint, texts } = props;
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation(
    {
      mutationFn: props.upload,
      onSuccess(result: Result) {
        if (input.current) input.current.value = "";
        props.onUploaded(result);
      },
      onError: () => props.onError?.(),
    },
    queryClient,
  );
  const submit = (event: Pick<FormEvent, "preventDefault">) => {
    event.preventDefault();
    const file = input.current?.files?.[0];
    const found = file ? props.findProblem(file) : texts.noFile;
    setProblem(found);
    upload.reset();
    if (file && !found) upload.mutate(file);
  };
  return (
    <Form
      onSubmit={submit}
      busy={upload.isPending}
      problem={upload.isError ? messageOf(upload.error) : undefined}
      success={upload.isSuccess ? texts.added : undefined}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label={props.kindLabel}
          value={kind}
          options={props.kinds}
          onChange={({ target }) => props.onKindChange(target.value as Kind)}
        />
        <FieldFrame label={label} hint={hint} error={problem}>
          {(control) => (
            <input
              {...control}
              ref={input}
              type="file"
              accept={props.accept.join(",")}
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
        busyLabel={texts.adding}
      >
        <Icon name="plus" />
        {texts.add}
      </Button>
    </Form>
  );
}

interface UploadedFileProps<Result> {
  /** The name, or a link to the file. */
  name: ReactNode;
  facts: ReactNode;
  /** Undefined if the file can't be removed. */
  removal?: {
    text: string;
    /** Names the file too, for screen readers. */
    label: string;
    remove: () => Promise<Result>;
    onRemoved: (result: Result) => void;
  };
}

/** A file in the list of those that were uploaded. */
export function UploadedFile<Result>({ name, facts, removal }: UploadedFileProps<Result>) {
  const removing = useMutation(
    {
      mutationFn: async () => removal?.remove(),
      onSuccess: (result) => result !== undefined && removal?.onRemoved(result),
    },
    queryClient,
  );
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 p-3 text-sm">
      <span className="grid min-w-0 gap-0.5">
        {name}
        <span className="muted tabular text-xs">{facts}</span>
        {removing.isError && (
          <span role="alert" className="text-error">
            {messageOf(removing.error)}
          </span>
        )}
      </span>
      {removal && (
        <Button
          look="plain"
          className="btn-sm text-error"
          busy={removing.isPending}
          aria-label={removal.label}
          onClick={() => removing.mutate()}
        >
          {removal.text}
        </Button>
      )}
    </li>
  );
}
