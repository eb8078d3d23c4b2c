import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Alert } from "#islands/ui/Alert.tsx";
import { Button } from "#islands/ui/Button.tsx";
import { Dialog } from "#islands/ui/Dialog.tsx";
import { messageOf } from "#lib/client/api-error.ts";
import { deleteCourse } from "#lib/client/courses.calls.ts";
import { goTo } from "#lib/client/navigation.ts";
import { queryClient } from "#lib/client/query-client.ts";

const leaveAfter = 1_500;

/** Deletes the course after a question, and goes to the dashboard. */
export function DeleteCourse({ courseId, title }: { courseId: string; title: string }) {
  const [asking, setAsking] = useState(false);
  const removal = useMutation(
    {
      mutationFn: () => deleteCourse(courseId),
      onSuccess: () => void setTimeout(() => goTo("/dashboard"), leaveAfter),
    },
    queryClient,
  );
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        Delete Course
      </Button>
      <Dialog open={asking} title="Delete this course?" onClose={() => setAsking(false)}>
        <p className="text-sm">
          "{title}" will be removed for good. Courses in which students are enrolled can't be
          deleted; archive them instead.
        </p>
        {removal.isError && <Alert>{messageOf(removal.error, "Failed to delete course")}</Alert>}
        {removal.isSuccess && <Alert kind="success">{removal.data}</Alert>}
        <div className="flex justify-end gap-3">
          <Button look="plain" onClick={() => setAsking(false)}>
            Cancel
          </Button>
          <Button
            look="danger"
            busy={removal.isPending || removal.isSuccess}
            busyLabel="Deleting..."
            onClick={() => removal.mutate()}
          >
            Delete
          </Button>
        </div>
      </Dialog>
    </>
  );
}
