CREATE TABLE "receipt_books" (
	"teacher_id" text PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"last_number" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "taken_back_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "return_id" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "item_title" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "receipt_number" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "is_platforms" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "receipt_books" ADD CONSTRAINT "receipt_books_teacher_id_profiles_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."profiles"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "receipt_books_code" ON "receipt_books" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_return_id" ON "disputes" USING btree ("return_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_receipt_number" ON "payments" USING btree ("receipt_number");--> statement-breakpoint
UPDATE "disputes" SET "taken_back_cents" = "amount_cents" WHERE "recovery" = 'made';--> statement-breakpoint
UPDATE "payments" SET "item_title" = "courses"."title" FROM "enrolments", "courses"
  WHERE "enrolments"."id" = "payments"."enrolment_id" AND "courses"."id" = "enrolments"."course_id";--> statement-breakpoint
INSERT INTO "receipt_books" ("teacher_id", "code", "last_number")
  SELECT "courses"."teacher_id", upper(substr(md5("courses"."teacher_id"), 1, 6)), count(*)
  FROM "payments"
  JOIN "enrolments" ON "enrolments"."id" = "payments"."enrolment_id"
  JOIN "courses" ON "courses"."id" = "enrolments"."course_id"
  WHERE "payments"."paid_at" IS NOT NULL GROUP BY "courses"."teacher_id";--> statement-breakpoint
UPDATE "payments" SET "receipt_number" = "numbered"."code" || '-' || lpad("numbered"."number", greatest(4, length("numbered"."number")), '0')
  FROM (
    SELECT "paid"."id", "receipt_books"."code",
      (row_number() OVER (PARTITION BY "courses"."teacher_id" ORDER BY "paid"."paid_at", "paid"."id"))::text AS "number"
    FROM "payments" AS "paid"
    JOIN "enrolments" ON "enrolments"."id" = "paid"."enrolment_id"
    JOIN "courses" ON "courses"."id" = "enrolments"."course_id"
    JOIN "receipt_books" ON "receipt_books"."teacher_id" = "courses"."teacher_id"
    WHERE "paid"."paid_at" IS NOT NULL
  ) AS "numbered"
  WHERE "numbered"."id" = "payments"."id";
