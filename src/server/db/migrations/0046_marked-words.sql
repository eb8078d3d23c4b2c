ALTER TABLE "recitations" DROP CONSTRAINT "recitations_once";--> statement-breakpoint
ALTER TABLE "recitations" ADD COLUMN "marked_words" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "recitations" ADD COLUMN "client_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "recitations_once" ON "recitations" USING btree ("course_id","student_id","date","kind","first_verse","last_verse") WHERE "recitations"."client_id" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "recitations_client_id" ON "recitations" USING btree ("course_id","student_id","client_id");--> statement-breakpoint
ALTER TABLE "recitations" ADD CONSTRAINT "recitations_marked_words" CHECK (jsonb_array_length("recitations"."marked_words") <= 500);