import { useState } from "react";
import { Button } from "#islands/ui/Button.tsx";
import { Alert } from "#islands/ui/feedback/Alert.tsx";
import { Loading } from "#islands/ui/feedback/Loading.tsx";
import { QueryError } from "#islands/ui/feedback/QueryError.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { putNewComment } from "#lib/comments/comments.queries.ts";
import { commentMessages } from "#lib/comments/comments.rules.ts";
import type { Profile } from "#lib/people/profile.store.ts";
import { getTexts } from "#translations/comments.ts";
import { CommentForm } from "./CommentForm.tsx";
import { CommentItem, PendingComment } from "./CommentItem.tsx";
import { useComments } from "./use-comments.ts";

const t = getTexts("comments");

interface CommentThreadProps {
  courseId: string;
  me: Profile;
  isTeacher: boolean;
}

/** The comment box and the comments below it, newest first. */
export function CommentThread({ courseId, me, isTeacher }: CommentThreadProps) {
  const found = useComments(courseId);
  const [pending, setPending] = useState<string>();
  if (found.isPending) return <Loading label={t("loading")} />;
  if (found.isError && !found.data) {
    return <QueryError query={found} />;
  }
  const { pages } = found.data;
  const comments = pages.flatMap((page) => page.comments);
  const [newest] = pages;
  return (
    <div className="grid gap-5">
      {newest?.open ? (
        <CommentForm
          courseId={courseId}
          readers={t(isTeacher ? "readByStudents" : "readByClass")}
          onPending={setPending}
          onWritten={(comment) => putNewComment(courseId, comment)}
        />
      ) : (
        <Alert kind="info">{commentMessages.closed}</Alert>
      )}
      {comments.length === 0 && pending === undefined ? (
        <p className="muted text-sm">{t("none")}</p>
      ) : (
        <ul className="grid gap-5" aria-label={t("title")}>
          {pending !== undefined && <PendingComment me={me} content={pending} />}
          {comments.map((comment) => (
            <CommentItem
              key={comment._id}
              comment={comment}
              isOwn={comment.author._id === me._id}
              mayHide={isTeacher && comment.author._id !== me._id}
            />
          ))}
        </ul>
      )}
      {found.isFetchNextPageError && <Alert>{messageOf(found.error)}</Alert>}
      {found.hasNextPage && (
        <Button
          look="quiet"
          className="btn-sm justify-self-center"
          busy={found.isFetchingNextPage}
          busyLabel={t("loading")}
          onClick={() => void found.fetchNextPage()}
        >
          {t("older")}
        </Button>
      )}
    </div>
  );
}
