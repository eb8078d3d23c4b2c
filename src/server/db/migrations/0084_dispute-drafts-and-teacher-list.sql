CREATE TABLE "dispute_staff_drafts" (
	"dispute_id" text PRIMARY KEY NOT NULL,
	"statement" text NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dispute_files" ADD COLUMN "is_by_staff" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "dispute_staff_drafts" ADD CONSTRAINT "dispute_staff_drafts_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "course_listings_open" ON "course_listings" USING btree ("course_id") WHERE not "course_listings"."is_full";--> statement-breakpoint
CREATE INDEX "courses_id_teacher_id" ON "courses" USING btree ("id","teacher_id");