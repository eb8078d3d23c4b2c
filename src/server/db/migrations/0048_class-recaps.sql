ALTER TABLE "live_pages" ADD COLUMN "recap_mailed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "class_recaps" boolean DEFAULT false NOT NULL;