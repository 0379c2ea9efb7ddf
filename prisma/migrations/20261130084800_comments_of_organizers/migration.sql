-- AlterTable
ALTER TABLE "comments" ALTER COLUMN "participant_id" DROP NOT NULL;
