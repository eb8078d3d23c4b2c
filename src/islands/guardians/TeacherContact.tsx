import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { TextAreaField } from "#islands/ui/form/Field.tsx";
import { SelectField } from "#islands/ui/form/SelectField.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { maxTeacherMessage } from "#lib/guardians/guardian-page.rules.ts";
import { writeToTeacher } from "#lib/guardians/guardians.calls.ts";
import type { GuardianChild } from "#lib/guardians/guardians.responses.ts";
import { isolatedInRtl } from "#lib/text/bidi.ts";
import { getTexts } from "#translations/guardian-page.ts";

const t = getTexts("guardianPage");

interface TeacherContactProps {
  token: string;
  child: GuardianChild["child"];
  teachers: GuardianChild["teachers"];
}

/** A message from the guardian to one of the child's teachers. */
export function TeacherContact({ token, child, teachers }: TeacherContactProps) {
  const [chosen, setChosen] = useState(teachers[0]?._id ?? "");
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const message = useMutation(
    {
      mutationFn: (teacherId: string) =>
        writeToTeacher({ token, childId: child._id, teacherId, text }),
      onSuccess: () => setText(""),
    },
    queryClient,
  );
  const sentTo = teachers.find(({ _id }) => _id === message.variables);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const problem = text.trim() === "" ? t("contact.empty") : undefined;
    setError(problem);
    if (problem) field.current?.focus();
    else message.mutate(chosen);
  };
  return (
    <section className="grid gap-3">
      <h2 className="text-xl">{t("contact.title")}</h2>
      {teachers.length === 0 ? (
        <p className="panel muted px-5 py-6 text-sm">
          {t("contact.none", { child: isolatedInRtl(child.name) })}
        </p>
      ) : (
        <form className="panel grid gap-4 p-5 md:p-6" noValidate onSubmit={send}>
          <SelectField
            label={t("contact.to")}
            value={chosen}
            options={teachers.map(({ _id, name }) => ({ value: _id, label: name }))}
            onChange={(event) => setChosen(event.target.value)}
          />
          <TextAreaField
            ref={field}
            label={t("contact.text")}
            hint={t("contact.hint")}
            rows={5}
            dir="auto"
            maxLength={maxTeacherMessage}
            value={text}
            error={error}
            onChange={(event) => setText(event.target.value)}
          />
          {message.isError && <Alert>{messageOf(message.error)}</Alert>}
          {message.isSuccess && sentTo && (
            <Alert kind="success">
              {t("contact.sent", { teacher: isolatedInRtl(sentTo.name) })}
            </Alert>
          )}
          <Button
            type="submit"
            className="justify-self-start max-sm:w-full"
            busy={message.isPending}
            busyLabel={t("contact.sending")}
          >
            {t("contact.send")}
          </Button>
        </form>
      )}
    </section>
  );
}
