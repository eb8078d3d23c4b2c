import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { TextField } from "#islands/ui/form/Field.tsx";
import { Form } from "#islands/ui/form/Form.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { saveVideo } from "#lib/introductions/introductions.calls.ts";
import { showOwnIntroduction } from "#lib/introductions/introductions.queries.ts";
import { maxVideoUrlLength } from "#lib/introductions/introductions.rules.ts";
import { readVideo } from "#lib/introductions/video-links.ts";
import { getTexts } from "#translations/introductions.ts";

const t = getTexts("introductions");

/** Links a video on one of the services that `readVideo` supports. */
export function VideoLinkForm({ current, onSaved }: { current: string; onSaved: () => void }) {
  const [url, setUrl] = useState(current);
  const [error, setError] = useState<string>();
  const saving = useMutation(
    {
      mutationFn: () => saveVideo(url),
      onSuccess(changed) {
        showOwnIntroduction(changed);
        onSaved();
      },
    },
    queryClient,
  );
  const submit = (event: Pick<FormEvent, "preventDefault">) => {
    event.preventDefault();
    const problem = readVideo(url) ? undefined : t("invalid.link");
    setError(problem);
    if (!problem) saving.mutate();
  };
  return (
    <section className="panel grid gap-4 p-5 sm:p-6">
      <h2 className="text-xl">{t("video.title")}</h2>
      <Form
        onSubmit={submit}
        busy={saving.isPending}
        problem={saving.isError ? messageOf(saving.error) : undefined}
      >
        <TextField
          label={t("video.label")}
          hint={t("video.hint")}
          type="url"
          inputMode="url"
          dir="ltr"
          maxLength={maxVideoUrlLength}
          value={url}
          error={error}
          onChange={({ target }) => setUrl(target.value)}
        />
        <Button
          type="submit"
          look="quiet"
          className="justify-self-start"
          busy={saving.isPending}
          busyLabel={t("video.saving")}
        >
          {t("video.save")}
        </Button>
      </Form>
    </section>
  );
}
