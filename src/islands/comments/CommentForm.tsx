import { type BaseSyntheticEvent, useEffect, useId, useRef, useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { saveDraft, takeDraft } from "#lib/client/drafts.ts";
import { $session } from "#lib/client/session/session.store.ts";
import { writeComment } from "#lib/comments/comments.calls.ts";
import type { Comment } from "#lib/comments/comments.responses.ts";
import { commentMessages, maxCommentLength } from "#lib/comments/comments.rules.ts";
import { getTexts } from "#translations/comments.ts";

const t = getTexts("comments");

interface CommentFormProps {
  courseId: string;
  /** A sentence that says who can read the comment. */
  readers: string;
  /** Reports the comment being sent, and undefined once it has been sent or has failed. */
  onPending: (content: string | undefined) => void;
  onWritten: (comment: Comment) => void;
}

const draftName = "comment";

/** The counter appears when this many characters are left. */
const showCountBelow = 200;

/**
 * A form that is cleared as soon as it is submitted. If posting fails, the text is restored, and
 * sending it again doesn't create a duplicate.
 */
export function CommentForm({ courseId, readers, onPending, onWritten }: CommentFormProps) {
  const id = useId();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const failed = useRef({ content: "", clientId: "" });
  useDraftOf(sending ?? text, setText);

  const post = async (event: BaseSyntheticEvent) => {
    event.preventDefault();
    if (sending !== undefined) return;
    const content = text.trim();
    if (content === "") {
      setProblem(commentMessages.empty);
      field.current?.focus();
      return;
    }
    const isRepeated = failed.current.content === content;
    const clientId = isRepeated ? failed.current.clientId : crypto.randomUUID();
    setSending(content);
    setProblem(undefined);
    setText("");
    onPending(content);
    try {
      onWritten(await writeComment(courseId, { content, clientId }));
    } catch (error) {
      failed.current = { content, clientId };
      setText((typed) => (typed.trim() === "" ? content : `${content}\n\n${typed}`));
      setProblem(messageOf(error));
      field.current?.focus();
    } finally {
      onPending(undefined);
      setSending(undefined);
    }
  };
  const left = maxCommentLength - text.length;

  return (
    <form className="grid gap-2" onSubmit={(event) => void post(event)} noValidate>
      <label htmlFor={id} className="text-sm font-medium">
        {t("label")}
      </label>
      <textarea
        ref={field}
        id={id}
        dir="auto"
        rows={3}
        maxLength={maxCommentLength}
        value={text}
        aria-invalid={problem ? true : undefined}
        aria-describedby={`${id}-hint`}
        className="textarea w-full [field-sizing:content] min-h-20"
        onChange={(event) => setText(event.target.value)}
      />
      {problem && <Alert>{problem}</Alert>}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p id={`${id}-hint`} className="muted text-xs">
          {readers}
          {left <= showCountBelow && <span className="tabular"> {t("left", { count: left })}</span>}
        </p>
        <Button
          type="submit"
          className="btn-sm"
          busy={sending !== undefined}
          busyLabel={t("posting")}
        >
          {t("post")}
        </Button>
      </div>
    </form>
  );
}

/** Saves the text as a draft for the same user's next visit in case the session ends. */
function useDraftOf(text: string, restore: (text: string) => void): void {
  const latest = useRef(text);
  latest.current = text;
  const restored = useRef(restore);
  useEffect(() => {
    const session = $session.get();
    if (session.status !== "signed-in") return;
    const userId = session.user.id;
    const draft = takeDraft(draftName, userId)?.text;
    if (typeof draft === "string") restored.current(draft);
    return $session.listen(({ status }) => {
      if (status === "signed-out" && latest.current.trim() !== "") {
        saveDraft(draftName, userId, { text: latest.current });
      }
    });
  }, []);
}
