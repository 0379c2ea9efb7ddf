-- CreateTable
CREATE TABLE "link_pictures" (
    "poll_id" BIGINT NOT NULL,
    "source" TEXT NOT NULL,
    "title" TEXT,
    "brand" TEXT,
    "color" TEXT NOT NULL,
    "storage_key" TEXT,
    "byte_size" BIGINT,

    CONSTRAINT "link_pictures_pkey" PRIMARY KEY ("poll_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "link_pictures_storage_key_key" ON "link_pictures"("storage_key");

-- AddForeignKey
ALTER TABLE "link_pictures" ADD CONSTRAINT "link_pictures_poll_id_fkey" FOREIGN KEY ("poll_id") REFERENCES "polls"("id") ON DELETE CASCADE ON UPDATE CASCADE;
