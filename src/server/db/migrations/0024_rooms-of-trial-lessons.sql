ALTER TABLE "meeting_requests" ALTER COLUMN "course_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "meeting_requests" ADD COLUMN "trial_id" text;--> statement-breakpoint
ALTER TABLE "trial_lessons" ADD COLUMN "room_id" text;--> statement-breakpoint
ALTER TABLE "trial_lessons" ADD COLUMN "zoom_meeting_id" text;--> statement-breakpoint
ALTER TABLE "trial_lessons" ADD COLUMN "zoom_join_url" text;--> statement-breakpoint
ALTER TABLE "meeting_requests" ADD CONSTRAINT "meeting_requests_trial_id_trial_lessons_id_fk" FOREIGN KEY ("trial_id") REFERENCES "public"."trial_lessons"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "meeting_requests_trial" ON "meeting_requests" USING btree ("trial_id") WHERE "meeting_requests"."called_off_at" is null;--> statement-breakpoint
ALTER TABLE "meeting_requests" ADD CONSTRAINT "meeting_requests_purpose" CHECK (num_nonnulls("meeting_requests"."course_id", "meeting_requests"."trial_id") = 1);