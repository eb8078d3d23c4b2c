CREATE TABLE "guardian_links" (
	"id" text PRIMARY KEY NOT NULL,
	"course_id" text NOT NULL,
	"student_id" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"told_until" timestamp (3) with time zone NOT NULL,
	"mail_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "recitations" (
	"id" text PRIMARY KEY NOT NULL,
	"course_id" text NOT NULL,
	"student_id" text NOT NULL,
	"kind" text NOT NULL,
	"first_verse" smallint NOT NULL,
	"last_verse" smallint NOT NULL,
	"mistakes" smallint NOT NULL,
	"note" text,
	"date" date NOT NULL,
	"heard_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "recitations_once" UNIQUE("course_id","student_id","date","kind","first_verse","last_verse"),
	CONSTRAINT "recitations_kind" CHECK ("recitations"."kind" in ('sabaq', 'sabqi', 'manzil')),
	CONSTRAINT "recitations_passage" CHECK (1 <= "recitations"."first_verse" and "recitations"."first_verse" <= "recitations"."last_verse"
        and "recitations"."last_verse" <= 6236),
	CONSTRAINT "recitations_mistakes" CHECK ("recitations"."mistakes" between 0 and 500),
	CONSTRAINT "recitations_note" CHECK (char_length("recitations"."note") between 1 and 500)
);
--> statement-breakpoint
ALTER TABLE "guardian_links" ADD CONSTRAINT "guardian_links_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guardian_links" ADD CONSTRAINT "guardian_links_student_id_profiles_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recitations" ADD CONSTRAINT "recitations_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recitations" ADD CONSTRAINT "recitations_student_id_profiles_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "guardian_links_once" ON "guardian_links" USING btree ("course_id","student_id");--> statement-breakpoint
CREATE INDEX "guardian_links_student_id" ON "guardian_links" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "recitations_of_student" ON "recitations" USING btree ("course_id","student_id","heard_at");--> statement-breakpoint
CREATE INDEX "recitations_student_id" ON "recitations" USING btree ("student_id");