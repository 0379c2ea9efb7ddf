-- AlterTable
ALTER TABLE "options" ADD COLUMN     "tags" TEXT[] DEFAULT ARRAY[]::TEXT[];
