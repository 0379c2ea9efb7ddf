-- AlterTable
ALTER TABLE "refunds" ADD COLUMN     "attempt" INTEGER NOT NULL DEFAULT 1;
