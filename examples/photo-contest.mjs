// A photo contest: visitors upload photos, others rate them with stars.
//   BASE_URL=… PRIVATE_TOKEN=… PUBLIC_TOKEN=… node examples/photo-contest.mjs photo.jpg …
import { openAsBlob } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClient, hasCode } from "@polls/client";

const { BASE_URL: baseUrl, PRIVATE_TOKEN, PUBLIC_TOKEN } = process.env;
const files = process.argv.slice(2);
if (files.length === 0) throw new Error("Name photos: node examples/photo-contest.mjs photo.jpg …");
const owner = createClient({ baseUrl, token: PRIVATE_TOKEN });
const newVisitor = () =>
  createClient({ baseUrl, token: PUBLIC_TOKEN, identifier: globalThis.crypto.randomUUID() });

const { member_hash: poll_id } = await owner.polls.create({
  body: {
    poll: { title: "Photo of the month", type: "Polls::PhotoGallery", allow_new_options: true },
  },
});

const photos = [];
for (const file of files) {
  const body = new FormData();
  body.set("option[content]", path.parse(file).name);
  body.append("option_attachments[]", await openAsBlob(file), path.basename(file));
  try {
    const photo = await newVisitor().options.create(
      { poll_id, body },
      { onProgress: ({ sent, total }) => sent === total && console.log(`${file}: ${total} bytes`) },
    );
    photos.push(photo);
  } catch (error) {
    if (!hasCode(error, "unusable_file", "invalid")) throw error;
    console.log(`${file}: ${error.message}`);
  }
}

for (const { id } of photos) {
  let photo = await owner.options.show({ poll_id, id });
  for (; photo.processing; photo = await owner.options.show({ poll_id, id })) await pause(200);
  console.log(`${photo.content}: ${photo.attachment?.attachment_url_large}`);
}

for (const [nth, user_name] of ["Ada", "Ben", "Cleo"].entries()) {
  const visitor = newVisitor();
  const { id } = await visitor.participants.create({ poll_id, body: { voter: { user_name } } });
  for (const [place, photo] of photos.entries()) {
    const vote = { vote: 5 - ((place + nth) % 2) - place };
    await visitor.votes.cast({ poll_id, body: { voter_id: id, option_id: photo.id, vote } });
  }
}
const sort = "options.average_rating desc";
for await (const { content, average_rating } of owner.options.list.all({ poll_id, sort })) {
  console.log(`${average_rating.toFixed(2)}  ${content}`);
}
