ALTER TABLE "live_page_verses" ADD COLUMN "visits" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "live_pages" ADD COLUMN "stops" jsonb DEFAULT '[]'::jsonb NOT NULL;