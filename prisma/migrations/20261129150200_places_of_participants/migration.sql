ALTER TABLE "participants" ADD COLUMN     "moved_up_at" TIMESTAMPTZ(3),
ADD COLUMN     "place" TEXT NOT NULL DEFAULT 'taken';
