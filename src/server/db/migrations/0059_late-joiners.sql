ALTER TABLE "courses" ADD COLUMN "pro_rata" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "full_cents" integer;--> statement-breakpoint
ALTER TABLE "enrolments" ADD COLUMN "course_classes" integer;--> statement-breakpoint
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_late" CHECK (("enrolments"."full_cents" is null) = ("enrolments"."course_classes" is null) and "enrolments"."full_cents" > "enrolments"."amount_cents" and "enrolments"."course_classes" > "enrolments"."sold_classes");