import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#lib/client/api-error.ts";
import { queryClient } from "#lib/client/query-client.ts";
import { openThread, sendMessage } from "#lib/messages/messages.calls.ts";
import { contactsOptions } from "#lib/messages/messages.queries.ts";
import { nameSurahOf, parseVerseKey } from "#lib/quran/quran.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/study.ts";
import { Button } from "../../ui/Button.tsx";
import { Alert } from "../../ui/feedback/Alert.tsx";

/**
 * Shares a verse or its surah as a link, as an image, or as a message to a class. The panel of a verse
 * has the button that copies the link to the verse, for everyone.
 */
export function ShareControl({ verseKey }: { verseKey: string }) {
  const t = getTexts("study");
  const [isSending, setSending] = useState(false);
  const [isSurah, setSurah] = useState(false);
  const [copied, setCopied] = useState<{ url?: string; failed?: boolean }>({});
  const { surah = 0, verse = 0 } = parseVerseKey(verseKey) ?? {};
  const surahName = nameSurahOf(surah);
  const name = isSurah ? t("surahName", { name: surahName }) : `${surahName} ${verseKey}`;
  const path = isSurah ? `/quran/${surah}` : `/quran/${surah}/${verse}`;
  const url = new URL(localizePath(path), location.href).href;
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setCopied({ url }),
      () => setCopied({ failed: true }),
    );
  return (
    <div className="grid gap-2">
      <h3 className="text-sm font-medium">{t("share")}</h3>
      <label className="flex items-center gap-2 text-sm">
        <input
          type="checkbox"
          className="checkbox checkbox-sm"
          checked={isSurah}
          onChange={({ target }) => setSurah(target.checked)}
        />
        {t("shareSurah", { name: surahName })}
      </label>
      <div className="flex flex-wrap gap-2">
        {"share" in navigator && (
          <Button
            look="quiet"
            className="btn-sm"
            // Rejected if the user closes the device's dialog.
            onClick={() => void navigator.share({ title: name, url }).catch(() => undefined)}
          >
            {t("shareLink")}
          </Button>
        )}
        {isSurah && "clipboard" in navigator && (
          <Button look="quiet" className="btn-sm" onClick={() => void copy()}>
            {t("copySurahLink")}
          </Button>
        )}
        <a
          className="btn btn-outline btn-sm border-base-300"
          href={localizePath(`/share${path}.png`)}
          target="_blank"
          rel="noopener"
        >
          {t("openImage")}
        </a>
        <Button
          look="quiet"
          className="btn-sm"
          aria-expanded={isSending}
          onClick={() => setSending(!isSending)}
        >
          {t("sendToClass")}
        </Button>
      </div>
      <p role="status" className="muted text-sm">
        {copied.url === url ? t("linkCopied") : copied.failed ? t("linkNotCopied", { url }) : ""}
      </p>
      {isSending && <SendToClass key={path} text={`${name}\n${url}`} />}
    </div>
  );
}

/** Sends a text to the conversation of one of the user's courses. */
function SendToClass({ text }: { text: string }) {
  const t = getTexts("study");
  const contacts = useQuery(contactsOptions(), queryClient);
  const [chosen, setChosen] = useState("");
  const [result, setResult] = useState<{ sentTo?: string; problem?: string; busy?: boolean }>({});
  if (contacts.isError) return <Alert>{messageOf(contacts.error)}</Alert>;
  const classes = (contacts.data ?? []).filter(
    ({ kind, canWrite }) => kind === "course" && canWrite,
  );
  if (contacts.isSuccess && classes.length === 0) {
    return <p className="muted text-sm">{t("noClasses")}</p>;
  }
  const contact = classes.find(({ courseId }) => courseId === chosen) ?? classes[0];
  const send = async () => {
    if (!contact?.courseId) return;
    setResult({ busy: true });
    try {
      const { threadId } = contact.threadId
        ? contact
        : await openThread({ courseId: contact.courseId });
      await sendMessage(threadId ?? "", { clientId: crypto.randomUUID(), text });
      setResult({ sentTo: contact.name });
    } catch (error) {
      setResult({ problem: messageOf(error) });
    }
  };
  return (
    <div className="grid gap-2">
      <label className="grid gap-1 text-sm">
        {t("chooseClass")}
        <select
          className="select w-full"
          value={contact?.courseId ?? ""}
          onChange={(event) => setChosen(event.target.value)}
        >
          {classes.map(({ courseId, name }) => (
            <option key={courseId} value={courseId ?? ""}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Button
        className="btn-sm justify-self-start"
        busy={result.busy === true || contacts.isPending}
        onClick={() => void send()}
      >
        {t("send")}
      </Button>
      <p role="status" className="muted text-sm">
        {result.sentTo && t("sentTo", { name: result.sentTo })}
      </p>
      {result.problem && <Alert>{result.problem}</Alert>}
    </div>
  );
}
