import { type ReactNode, useState } from "react";
import { Avatar } from "#islands/ui/Avatar.tsx";
import { DeleteButton } from "#islands/ui/DeleteButton.tsx";
import { LocalTime } from "#islands/ui/time/LocalTime.tsx";
import { reportHref } from "#lib/cases/report-link.ts";
import { messageOf } from "#lib/client/api-error.ts";
import { deleteComment, hideComment } from "#lib/comments/comments.calls.ts";
import { dropComment, putChangedComment } from "#lib/comments/comments.queries.ts";
import type { Comment } from "#lib/comments/comments.responses.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { localizePath } from "#lib/site/locale.ts";
import { getTexts } from "#translations/comments.ts";

const t = getTexts("comments");

const action = "min-h-6 underline-offset-2 hover:underline";

interface CommentItemProps {
  comment: Comment;
  isOwn: boolean;
  mayHide: boolean;
}

/** A comment with the actions available to its author or the teacher. */
export function CommentItem({ comment, isOwn, mayHide }: CommentItemProps) {
  const { _id, courseId, author, hidden } = comment;
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const toggle = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      putChangedComment(courseId, await hideComment(_id, !hidden));
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <Frame
      name={author.name}
      image={author.profileImageUrl ?? undefined}
      isTeacher={author.isTeacher}
      about={<LocalTime instant={comment.createdAt} />}
      content={comment.content}
      faded={hidden}
    >
      {hidden && (
        <p className="muted text-xs font-medium">{t(isOwn ? "hiddenByTeacher" : "hidden")}</p>
      )}
      <div className="muted flex gap-4 text-xs">
        {isOwn ? (
          <DeleteButton
            title={t("delete")}
            className={action}
            remove={() => deleteComment(_id)}
            onDone={() => dropComment(courseId, _id)}
          >
            {t("deleteText")}
          </DeleteButton>
        ) : (
          <a
            className={`${action} inline-flex items-center`}
            href={localizePath(reportHref("comment", _id))}
          >
            {t("report")}
          </a>
        )}
        {mayHide && (
          <button
            type="button"
            className={action}
            aria-label={t(hidden ? "showLabel" : "hideLabel", { name: author.name })}
            aria-disabled={busy || undefined}
            onClick={() => void toggle()}
          >
            {t(hidden ? "show" : "hide")}
          </button>
        )}
      </div>
      {problem && (
        <p role="alert" className="text-sm text-error">
          {problem}
        </p>
      )}
    </Frame>
  );
}

/** A comment that is being sent. */
export function PendingComment({ me, content }: { me: Profile; content: string }) {
  return (
    <Frame
      name={me.name}
      image={me.profileImageUrl}
      isTeacher={me.role === "teacher"}
      about={<span role="status">{t("posting")}</span>}
      content={content}
      faded
    />
  );
}

interface FrameProps {
  name: string;
  image: string | undefined;
  isTeacher: boolean;
  about: ReactNode;
  content: string;
  faded: boolean;
  children?: ReactNode;
}

function Frame({ name, image, isTeacher, about, content, faded, children }: FrameProps) {
  return (
    <li className="flex gap-3">
      <Avatar name={name} image={image} />
      <div className="grid min-w-0 grow gap-1">
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          <span className="font-medium wrap-anywhere" dir="auto">
            {name}
          </span>
          {isTeacher && <span className="badge badge-sm sand">{t("teacher")}</span>}
          <span className="muted text-xs">{about}</span>
        </p>
        <p
          className={`max-w-prose wrap-anywhere whitespace-pre-line ${faded ? "muted" : ""}`}
          dir="auto"
        >
          {content}
        </p>
        {children}
      </div>
    </li>
  );
}
