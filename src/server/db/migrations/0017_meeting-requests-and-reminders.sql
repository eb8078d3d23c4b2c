CREATE TABLE "meeting_reminders" (
	"profile_id" text NOT NULL,
	"course_id" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"hours" smallint NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "meeting_reminders_profile_id_course_id_starts_at_hours_pk" PRIMARY KEY("profile_id","course_id","starts_at","hours")
);
--> statement-breakpoint
CREATE TABLE "meeting_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"teacher_id" text NOT NULL,
	"course_id" text NOT NULL,
	"class_id" text,
	"topic" text NOT NULL,
	"start_time" timestamp (3) with time zone NOT NULL,
	"duration" smallint NOT NULL,
	"time_zone" text NOT NULL,
	"settings" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"tries" integer DEFAULT 1 NOT NULL,
	"not_before" timestamp (3) with time zone NOT NULL,
	"called_off_at" timestamp (3) with time zone,
	CONSTRAINT "meeting_requests_duration" CHECK ("meeting_requests"."duration" between 15 and 300)
);
--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "updated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "moved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "meeting_reminders" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "meeting_reminders" ADD CONSTRAINT "meeting_reminders_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_reminders" ADD CONSTRAINT "meeting_reminders_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_requests" ADD CONSTRAINT "meeting_requests_teacher_id_profiles_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_requests" ADD CONSTRAINT "meeting_requests_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "meeting_requests" ADD CONSTRAINT "meeting_requests_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "meeting_reminders_starts_at" ON "meeting_reminders" USING btree ("starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "meeting_requests_once" ON "meeting_requests" USING btree ("teacher_id","course_id","start_time","topic") WHERE "meeting_requests"."called_off_at" is null;--> statement-breakpoint
CREATE INDEX "meeting_requests_not_before" ON "meeting_requests" USING btree ("not_before");--> statement-breakpoint
CREATE INDEX "meetings_start_time" ON "meetings" USING btree ("start_time");--> statement-breakpoint
UPDATE "meetings" SET "sequence" = 1 WHERE "status" = 'cancelled';
