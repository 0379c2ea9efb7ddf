// Covers docs/reference/options.md: names-of-options

import { buildAttachment, type PollFacts } from "@polls/testing";
import { type NewOption, shareShownOptions } from "../../../testing/shown-options";

const { gateway, pollWithOption, show, list, viewers } = shareShownOptions();

describe("an option without content has a name", () => {
  const without = async (settings: PollFacts["settings"], facts: NewOption, fileName?: string) => {
    const { poll, option } = await pollWithOption({ settings: settings ?? {} }, facts);
    await gateway.db.prisma.option.update({ where: { id: option.id }, data: { content: null } });
    if (fileName !== undefined) {
      await buildAttachment(gateway.db, option, { fileName, derivatives: ["thumb"] });
    }
    const names: Record<string, unknown> = {};
    for (const [who, as] of Object.entries(viewers)) {
      const { body } = await show(poll, option, as());
      const [item] = (await list(poll, as())).body;
      expect(item.name).toBe(body.name);
      names[who] = body.name;
    }
    return names;
  };
  const all = (name: string) => ({ member: name, author: name, admin: name });

  test("by its first position", async () => {
    const place = { type: "Options::LocationOption", data: { coordinates: [[13.4, 52.5]] } };
    expect(await without({}, place)).toEqual(all("52.50000, 13.40000"));
  });

  // Settings: allow_attachments
  test("by its file, for readers of the original", async () => {
    const file = { type: "Options::FileOption" };
    const image = { type: "Options::ImageOption" };
    const name = "plan.pdf";
    expect(await without({}, file, name)).toEqual(all(name));
    const hidden = { ...all(name), member: undefined };
    expect(await without({}, image, name)).toEqual(hidden);
    expect(await without({ allow_attachments: true }, image, name)).toEqual(all(name));
    const nameless = { allow_attachments: true, hidden_image_name: true };
    expect(await without(nameless, image, name)).toEqual(hidden);
  });

  test("but not if it has content", async () => {
    const { poll, option } = await pollWithOption({}, { type: "Options::FileOption" });
    await buildAttachment(gateway.db, option, { fileName: "plan.pdf" });
    expect((await show(poll, option, viewers.admin())).body).not.toHaveProperty("name");
  });
});
