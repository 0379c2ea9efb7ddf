-- AlterTable
ALTER TABLE "outbox" RENAME COLUMN "turn" TO "priority";
