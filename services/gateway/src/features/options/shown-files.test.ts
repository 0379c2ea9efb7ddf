// Covers docs/reference/media.md: attachment, broken-files, camera-metadata, derivatives, layout, originals, playback, processing, videos
// Covers docs/reference/options.md: drawings, inputs, videos

import { type DerivativeName, picturesOf, soundForm, videoForm } from "@polls/media/derivatives";
import { buildAttachment, type PollFacts } from "@polls/testing";
import { shareShownOptions } from "../../../testing/shown-options";
import { OptionResponse } from "./options.schema";

const { gateway, pollWithOption, show, list, viewers } = shareShownOptions();

describe("files", () => {
  type FileFacts = NonNullable<Parameters<typeof buildAttachment>[2]>;
  const image: FileFacts = { derivatives: picturesOf.image };
  const derivatives = [...picturesOf.image].sort().map((name) => `attachment_url_${name}`);
  const all = ["attachment_original_url", ...derivatives];
  const audio = { kind: "audio", contentType: "audio/mpeg" } as const;

  test.each<
    [
      string,
      string,
      PollFacts["settings"],
      FileFacts,
      keyof typeof viewers,
      readonly string[] | undefined,
    ]
  >([
    ["an image, for members", "Options::ImageOption", {}, image, "member", derivatives],
    ["an image, for its author", "Options::ImageOption", {}, image, "author", all],
    ["an image, for admins", "Options::ImageOption", {}, image, "admin", all],
    [
      "an image with allow_attachments",
      "Options::ImageOption",
      { allow_attachments: true },
      image,
      "member",
      all,
    ],
    ["an image in processing, for members", "Options::ImageOption", {}, {}, "member", undefined],
    [
      "an image in processing, for its author",
      "Options::ImageOption",
      {},
      {},
      "author",
      ["attachment_original_url"],
    ],
    [
      "a broken file",
      "Options::ImageOption",
      { allow_attachments: true },
      { processed: true, processingError: "broken" },
      "admin",
      undefined,
    ],
    [
      "a file option",
      "Options::FileOption",
      {},
      { processed: true },
      "member",
      ["attachment_original_url"],
    ],
    [
      "audio with cover art",
      "Options::AudioOption",
      {},
      { ...audio, derivatives: ["cover", "sound"] },
      "member",
      ["attachment_url_cover"],
    ],
    [
      "audio without cover art",
      "Options::AudioOption",
      {},
      { ...audio, derivatives: ["sound"] },
      "member",
      undefined,
    ],
  ])("%s", async (_what, type, settings, file, viewer, keys) => {
    const { poll, option } = await pollWithOption({ settings: settings ?? {} }, { type });
    await buildAttachment(gateway.db, option, file);
    const { body } = await show(poll, option, viewers[viewer]());
    expect(body.attachment && Object.keys(body.attachment).sort()).toEqual(keys);
    const all = await list(poll, viewers[viewer]());
    expect(all.body[0].attachment).toEqual(body.attachment);
    expect(body.processing).toBe(Object.keys(file).length === 0);
    expect(body.processing_error).toBe(file.processingError);
  });

  const { name: film } = videoForm;
  test.each<[string, string, NonNullable<FileFacts["kind"]>, readonly DerivativeName[]]>([
    ["an image", "Options::ImageOption", "image", picturesOf.image],
    ["a sound", "Options::AudioOption", "audio", [soundForm.name, ...picturesOf.audio]],
    ["a sound of a door", "Options::AdventCalendarOption", "audio", [soundForm.name]],
    ["a video", "Options::VideoOption", "video", [film, ...picturesOf.video]],
    ["a video of a door", "Options::AdventCalendarOption", "video", [film, ...picturesOf.video]],
  ])("every derivative of %s has its own link", async (_what, type, kind, names) => {
    const { poll, option } = await pollWithOption({}, { type });
    const metadata = { duration: 1.5 };
    await buildAttachment(gateway.db, option, { kind, derivatives: names, metadata });
    const { body } = await show(poll, option, viewers.member());
    const { url } = body.playback;
    const links = Object.values<string>({
      ...(body.attachment ?? body.video),
      ...(url !== undefined && { sound: url }),
    });
    expect(links.map((link) => link.split("/").at(-1)).sort()).toEqual([...names].sort());
    OptionResponse.parse(body);
  });

  test.each<[string, FileFacts, object]>([
    [
      "of a processed picture",
      { ...image, thumbhash: "3OcRJYB4d3h/iIeHeEh3eIhw+j2w" },
      { width: 1_200, height: 800, thumbhash: "3OcRJYB4d3h/iIeHeEh3eIhw+j2w" },
    ],
    ["of a picture that an earlier release rendered", image, { width: 1_200, height: 800 }],
    ["not of a picture in processing", {}, {}],
    ["not of a broken picture", { processed: true, processingError: "broken" }, {}],
  ])("size and ThumbHash: %s", async (_what, facts, expected) => {
    const { poll, option } = await pollWithOption({}, { type: "Options::ImageOption" });
    await buildAttachment(gateway.db, option, facts);
    const { body } = await show(poll, option, viewers.member());
    const { width, height, thumbhash } = body;
    expect({ width, height, thumbhash }).toEqual({ ...nothing, ...expected });
    expect((await list(poll, viewers.member())).body[0]).not.toHaveProperty("thumbhash");
    OptionResponse.parse(body);
  });
  const nothing = { width: undefined, height: undefined, thumbhash: undefined };

  test("an uploaded video has `video` and a thumbnail, but no attachment", async () => {
    const { poll, option } = await pollWithOption({ type: "Polls::VideoGallery" });
    await buildAttachment(gateway.db, option, {
      kind: "video",
      contentType: "video/mp4",
      derivatives: ["large", "thumb", "social"],
    });
    const { body } = await show(poll, option, viewers.member());
    expect(body).not.toHaveProperty("attachment");
    expect(Object.keys(body.video).sort()).toEqual(["social_url", "thumb_url", "url"]);
    expect(body.video_thumb_path).toBe(body.video.thumb_url);
    OptionResponse.parse(body);
  });

  test.each<[string, FileFacts, object | undefined]>([
    [
      "that is processed",
      { derivatives: ["sound"] },
      {
        url: expect.stringMatching(/\/files\/derivatives\/[\w-]+\/sound$/),
        duration: 1.5,
        peaks: [100],
      },
    ],
    [
      "that an earlier release processed",
      { derivatives: ["cover"] },
      { duration: 1.5, peaks: [100] },
    ],
    ["in processing again", { derivatives: ["sound"], processed: false }, undefined],
  ])("the playback of a sound %s", async (_state, facts, expected) => {
    const { poll, option } = await pollWithOption({ type: "Polls::AudioGallery" });
    const metadata = { duration: 1.5, peaks: [100] };
    await buildAttachment(gateway.db, option, { ...audio, metadata, ...facts });
    const { body } = await show(poll, option, viewers.member());
    expect(body.playback).toEqual(expected);
    OptionResponse.parse(body);
  });

  // Settings: show_metadata
  test("camera metadata is shown only with show_metadata", async () => {
    for (const show_metadata of [true, false]) {
      const { poll, option } = await pollWithOption(
        { type: "Polls::PhotoGallery", settings: { show_metadata } },
        {},
      );
      const metadata = { camera: "X100", duration: 1.5, peaks: [10, 100] };
      await buildAttachment(gateway.db, option, { ...image, metadata });
      const { body } = await show(poll, option, viewers.member());
      expect(body.metadata).toEqual(show_metadata ? { camera: "X100" } : undefined);
      // Playback data is public.
      expect(body.playback).toEqual({ duration: 1.5, peaks: [10, 100] });
      OptionResponse.parse(body);
    }
  });

  test.each<[string, FileFacts, number | undefined]>([
    ["in processing", { progress: 0.25 }, 0.25],
    ["in processing, without a report", {}, undefined],
    ["that is processed", { progress: 0.25, derivatives: ["large"] }, undefined],
  ])("the progress of a video %s", async (_state, facts, progress) => {
    const { poll, option } = await pollWithOption({ type: "Polls::VideoGallery" });
    await buildAttachment(gateway.db, option, { kind: "video", ...facts });
    const { body } = await show(poll, option, viewers.member());
    expect(body.processing_progress).toBe(progress);
    OptionResponse.parse(body);
  });
});
