-- AlterTable
ALTER TABLE "participants" ADD COLUMN "place_until" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "votes" ADD COLUMN "place_until" TIMESTAMPTZ(3);
