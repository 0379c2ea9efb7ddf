-- AlterTable
ALTER TABLE "polls" ADD COLUMN     "taken_down_at" TIMESTAMPTZ(3),
ADD COLUMN     "taken_down_reason" TEXT;
