CREATE TABLE "saved_items" (
	"id" text PRIMARY KEY NOT NULL,
	"student_id" text NOT NULL,
	"course_id" text,
	"teacher_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_items_subject" CHECK (("saved_items"."course_id" is null) <> ("saved_items"."teacher_id" is null))
);
--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "checklist_dismissed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "device_tested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "saved_items" ADD CONSTRAINT "saved_items_student_id_profiles_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_items" ADD CONSTRAINT "saved_items_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_items" ADD CONSTRAINT "saved_items_teacher_id_profiles_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "saved_items_course" ON "saved_items" USING btree ("student_id","course_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_items_teacher" ON "saved_items" USING btree ("student_id","teacher_id");--> statement-breakpoint
CREATE INDEX "saved_items_course_id" ON "saved_items" USING btree ("course_id");--> statement-breakpoint
CREATE INDEX "saved_items_teacher_id" ON "saved_items" USING btree ("teacher_id");