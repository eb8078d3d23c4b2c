CREATE TABLE "attendance_corrections" (
	"class_id" text NOT NULL,
	"student_id" text NOT NULL,
	"present" boolean NOT NULL,
	"corrected_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "attendance_corrections_class_id_student_id_pk" PRIMARY KEY("class_id","student_id")
);
--> statement-breakpoint
CREATE TABLE "classes" (
	"id" text PRIMARY KEY NOT NULL,
	"course_id" text NOT NULL,
	"teacher_id" text NOT NULL,
	"planned_start" timestamp (3) with time zone NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"status" text DEFAULT 'scheduled' NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"note" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone,
	CONSTRAINT "classes_order" CHECK ("classes"."ends_at" > "classes"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "certificates" (
	"id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"course_id" text NOT NULL,
	"student_id" text NOT NULL,
	"student_name" text NOT NULL,
	"course_title" text NOT NULL,
	"teacher_name" text NOT NULL,
	"classes_attended" integer NOT NULL,
	"classes_held" integer NOT NULL,
	"minutes" integer NOT NULL,
	"quizzes_passed" integer NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "quiz_attempts" (
	"id" text PRIMARY KEY NOT NULL,
	"quiz_id" text NOT NULL,
	"version_id" text NOT NULL,
	"student_id" text NOT NULL,
	"answers" jsonb NOT NULL,
	"right_count" integer NOT NULL,
	"question_count" integer NOT NULL,
	"passed" boolean NOT NULL,
	"submitted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "quiz_attempts_right" CHECK ("quiz_attempts"."right_count" between 0 and "quiz_attempts"."question_count")
);
--> statement-breakpoint
CREATE TABLE "quiz_versions" (
	"id" text PRIMARY KEY NOT NULL,
	"quiz_id" text NOT NULL,
	"number" smallint NOT NULL,
	"pass_mark" smallint NOT NULL,
	"questions" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "quiz_versions_pass_mark" CHECK ("quiz_versions"."pass_mark" between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "quizzes" (
	"id" text PRIMARY KEY NOT NULL,
	"course_id" text NOT NULL,
	"title" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"removed_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "refund_policy" text DEFAULT 'until-first-class' NOT NULL;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "refund_policy" text DEFAULT 'until-first-class' NOT NULL;--> statement-breakpoint
ALTER TABLE "meetings" ADD COLUMN "class_id" text;--> statement-breakpoint
ALTER TABLE "attendance_corrections" ADD CONSTRAINT "attendance_corrections_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_corrections" ADD CONSTRAINT "attendance_corrections_student_id_profiles_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "classes" ADD CONSTRAINT "classes_teacher_id_profiles_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_student_id_profiles_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_attempts" ADD CONSTRAINT "quiz_attempts_quiz_id_quizzes_id_fk" FOREIGN KEY ("quiz_id") REFERENCES "public"."quizzes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_attempts" ADD CONSTRAINT "quiz_attempts_version_id_quiz_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."quiz_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_attempts" ADD CONSTRAINT "quiz_attempts_student_id_profiles_id_fk" FOREIGN KEY ("student_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_versions" ADD CONSTRAINT "quiz_versions_quiz_id_quizzes_id_fk" FOREIGN KEY ("quiz_id") REFERENCES "public"."quizzes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quizzes" ADD CONSTRAINT "quizzes_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attendance_corrections_student_id" ON "attendance_corrections" USING btree ("student_id");--> statement-breakpoint
CREATE INDEX "classes_course_id" ON "classes" USING btree ("course_id","starts_at");--> statement-breakpoint
CREATE INDEX "classes_teacher_id" ON "classes" USING btree ("teacher_id","starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_code" ON "certificates" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "certificates_once" ON "certificates" USING btree ("course_id","student_id");--> statement-breakpoint
CREATE INDEX "quiz_attempts_student_id" ON "quiz_attempts" USING btree ("student_id","quiz_id","submitted_at");--> statement-breakpoint
CREATE INDEX "quiz_attempts_quiz_id" ON "quiz_attempts" USING btree ("quiz_id");--> statement-breakpoint
CREATE INDEX "quiz_attempts_version_id" ON "quiz_attempts" USING btree ("version_id");--> statement-breakpoint
CREATE UNIQUE INDEX "quiz_versions_number" ON "quiz_versions" USING btree ("quiz_id","number");--> statement-breakpoint
CREATE INDEX "quizzes_course_id" ON "quizzes" USING btree ("course_id","created_at");--> statement-breakpoint
ALTER TABLE "meetings" ADD CONSTRAINT "meetings_class_id_classes_id_fk" FOREIGN KEY ("class_id") REFERENCES "public"."classes"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "meetings_class_id" ON "meetings" USING btree ("class_id");
--> statement-breakpoint
-- Courses that were published before classes had dates get them here, as expandClasses() computes them.
INSERT INTO "classes" ("id", "course_id", "teacher_id", "planned_start", "starts_at", "ends_at", "created_at")
SELECT 'cls_' || substr(md5(random()::text || "weekly"."id" || "date"."at"::text), 1, 20), "course"."id", "course"."teacher_id",
  "times"."starts", "times"."starts",
  CASE WHEN "times"."ends" > "times"."starts" THEN "times"."ends"
    ELSE "times"."starts" + ("weekly"."end_time" - "weekly"."start_time") END,
  "course"."created_at"
FROM "courses" "course"
JOIN "profiles" "teacher" ON "teacher"."id" = "course"."teacher_id"
JOIN "course_schedule" "weekly" ON "weekly"."course_id" = "course"."id"
CROSS JOIN LATERAL generate_series(
  "course"."start_date"::timestamp, least("course"."end_date", "course"."start_date" + 731)::timestamp, interval '1 day'
) "date"("at")
CROSS JOIN LATERAL (SELECT
  ("date"."at" + "weekly"."start_time") AT TIME ZONE "teacher"."time_zone" "starts",
  ("date"."at" + "weekly"."end_time") AT TIME ZONE "teacher"."time_zone" "ends"
) "times"
WHERE extract(isodow FROM "date"."at") = "weekly"."day"
AND ("course"."status" = 'published' OR ("course"."status" = 'archived' AND EXISTS (
  SELECT FROM "enrolments" "seat" WHERE "seat"."course_id" = "course"."id" AND "seat"."status" = 'enrolled'
)));
--> statement-breakpoint
-- If two classes still overlap, the one with the higher ID is deleted.
DELETE FROM "classes" "later" USING "classes" "earlier"
WHERE "later"."teacher_id" = "earlier"."teacher_id" AND "later"."id" > "earlier"."id"
AND tstzrange("later"."starts_at", "later"."ends_at") && tstzrange("earlier"."starts_at", "earlier"."ends_at");
--> statement-breakpoint
-- Checked at the commit, because classes of one course may swap times within a transaction.
ALTER TABLE "classes" ADD CONSTRAINT "classes_overlap" EXCLUDE USING gist (
  "teacher_id" WITH =,
  tstzrange("starts_at", "ends_at") WITH &&
) WHERE ("status" = 'scheduled') DEFERRABLE INITIALLY DEFERRED;
--> statement-breakpoint
UPDATE "meetings" SET "class_id" = (
  SELECT "class"."id" FROM "classes" "class"
  WHERE "class"."course_id" = "meetings"."course_id"
  AND "class"."starts_at" < "meetings"."start_time" + make_interval(mins => "meetings"."duration")
  AND "class"."ends_at" > "meetings"."start_time"
  ORDER BY abs(extract(epoch FROM "class"."starts_at" - "meetings"."start_time")), "class"."id" LIMIT 1
);
