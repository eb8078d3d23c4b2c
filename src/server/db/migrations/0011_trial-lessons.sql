CREATE TABLE "trial_lessons" (
	"id" text PRIMARY KEY NOT NULL,
	"teacher_id" text NOT NULL,
	"student_id" text NOT NULL,
	"slot_id" text,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'booked' NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"cancelled_at" timestamp (3) with time zone,
	"cancelled_by" text,
	CONSTRAINT "trial_lessons_order" CHECK ("trial_lessons"."ends_at" > "trial_lessons"."starts_at")
);
--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "offers_trials" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "trial_lessons" ADD CONSTRAINT "trial_lessons_teacher_id_profiles_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trial_lessons" ADD CONSTRAINT "trial_lessons_student_id_profiles_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trial_lessons" ADD CONSTRAINT "trial_lessons_slot_id_time_slots_id_fk" FOREIGN KEY ("slot_id") REFERENCES "public"."time_slots"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "trial_lessons_slot" ON "trial_lessons" USING btree ("slot_id") WHERE "trial_lessons"."status" = 'booked';--> statement-breakpoint
CREATE UNIQUE INDEX "trial_lessons_once" ON "trial_lessons" USING btree ("teacher_id","student_id") WHERE "trial_lessons"."status" <> 'cancelled';--> statement-breakpoint
CREATE INDEX "trial_lessons_student_id" ON "trial_lessons" USING btree ("student_id","status");--> statement-breakpoint
CREATE INDEX "trial_lessons_ends_at" ON "trial_lessons" USING btree ("ends_at") WHERE "trial_lessons"."status" = 'booked';--> statement-breakpoint
ALTER TABLE "trial_lessons" ADD CONSTRAINT "trial_lessons_student_overlap" EXCLUDE USING gist (
  "student_id" WITH =,
  tstzrange("starts_at", "ends_at") WITH &&
) WHERE ("status" = 'booked');
