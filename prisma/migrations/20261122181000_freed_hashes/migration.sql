-- CreateTable
CREATE TABLE "freed_hashes" (
    "hash" TEXT NOT NULL,
    "owner" TEXT NOT NULL,
    "freed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "freed_hashes_pkey" PRIMARY KEY ("hash")
);

-- CreateIndex
CREATE INDEX "freed_hashes_freed_at_idx" ON "freed_hashes"("freed_at");
