import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { TextAreaField } from "#islands/ui/form/Field.tsx";
import { SelectField } from "#islands/ui/form/SelectField.tsx";
import { nameCategory } from "#lib/cases/case-names.ts";
import { maxReportLength, type ReportCategory, reportCategories } from "#lib/cases/cases.rules.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { reportTeacher } from "#lib/guardians/guardians.calls.ts";
import type { GuardianChild } from "#lib/guardians/guardians.responses.ts";
import { getTexts } from "#translations/cases.ts";

const t = getTexts("cases");

interface TeacherReportProps {
  token: string;
  child: GuardianChild["child"];
  teachers: GuardianChild["teachers"];
}

/** A guardian's report of one of the child's teachers to staff. */
export function TeacherReport({ token, child, teachers }: TeacherReportProps) {
  const [chosen, setChosen] = useState(teachers[0]?._id ?? "");
  const [category, setCategory] = useState<ReportCategory>("inappropriate");
  const [details, setDetails] = useState("");
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const report = useMutation(
    {
      mutationFn: () =>
        reportTeacher({ token, childId: child._id, teacherId: chosen, category, details }),
      onSuccess: () => setDetails(""),
    },
    queryClient,
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    const problem = details.trim() === "" ? t("invalid.details") : undefined;
    setError(problem);
    if (problem) field.current?.focus();
    else report.mutate();
  };
  if (teachers.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">{t("guardian.title")}</h2>
      <p className="muted max-w-prose text-sm">{t("guardian.text")}</p>
      <form className="panel grid gap-4 p-5 md:p-6" noValidate onSubmit={send}>
        <SelectField
          label={t("guardian.about")}
          value={chosen}
          options={teachers.map(({ _id, name }) => ({ value: _id, label: name }))}
          onChange={(event) => setChosen(event.target.value)}
        />
        <SelectField
          label={t("categoryLabel")}
          hint={t("urgentHint")}
          value={category}
          options={reportCategories.map((each) => ({ value: each, label: nameCategory(each) }))}
          onChange={(event) => setCategory(event.target.value as ReportCategory)}
        />
        <TextAreaField
          ref={field}
          label={t("detailsLabel")}
          hint={t("detailsHint")}
          rows={5}
          dir="auto"
          maxLength={maxReportLength}
          value={details}
          error={error}
          onChange={(event) => setDetails(event.target.value)}
        />
        {report.isError && <Alert>{messageOf(report.error)}</Alert>}
        {report.isSuccess && <Alert kind="success">{t("sent")}</Alert>}
        <Button
          type="submit"
          look="danger"
          className="justify-self-start max-sm:w-full"
          busy={report.isPending}
          busyLabel={t("sending")}
        >
          {t("send")}
        </Button>
      </form>
    </section>
  );
}
