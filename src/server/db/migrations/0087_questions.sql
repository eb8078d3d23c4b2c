ALTER TABLE "threads" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "threads" ADD COLUMN "asked_seq" integer;