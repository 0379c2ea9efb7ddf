-- Mails take turns by rounds too. They begin where the mails that wait now come first: the lowest priority of
-- those is 70,000, and eight served mails are a round.
INSERT INTO "upload_rounds" ("queue", "served") VALUES ('mail', 560000);
