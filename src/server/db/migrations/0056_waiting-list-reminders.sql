ALTER TABLE "waiting_places" ADD COLUMN "offered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "waiting_places" ADD COLUMN "reminded_at" timestamp (3) with time zone;