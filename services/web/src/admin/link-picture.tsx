import { useSignal } from "@preact/signals";
import { Field } from "../parts/form/field";
import { Quiet } from "../parts/show/button";
import { type ControlProps, Entries, withPart } from "./setting-entry";

const SIZE = { width: 1_200, height: 630 };
/** A request has at most 100 kB, and base64 needs a third more than the picture. */
const MAX_BYTES = 70_000;
const qualities = [0.85, 0.7, 0.55, 0.4, 0.25] as const;

type Picture = Readonly<Record<string, unknown>> | undefined;

/** The picture of links to the poll, which the browser crops to its size. */
export function LinkPictureField({
  context: { words },
  title,
  text,
  value,
  described,
  edit,
}: ControlProps) {
  const texts = words.settings.linkPicture;
  const problem = useSignal<string | undefined>(undefined);
  const { data } = { ...(value as Picture) };
  const shown = typeof data === "string" && data.startsWith("data:image/") ? data : undefined;
  const take = async (file: File) => {
    const cropped = await cropToSize(file);
    problem.value = cropped === undefined ? texts.unreadable : undefined;
    if (cropped !== undefined) await edit((stored) => withPart(stored, "data", cropped));
  };
  return (
    <Entries {...{ title, text, described }}>
      {shown !== undefined && <img class="link-picture" src={shown} alt={texts.alt} />}
      <Field
        label={texts.choose}
        type="file"
        accept="image/*"
        onChange={({ currentTarget: { files } }) => {
          const [file] = files ?? [];
          if (file !== undefined) void take(file);
        }}
      />
      {problem.value !== undefined && <p role="alert">{problem.value}</p>}
      {data !== undefined && (
        <Quiet onClick={() => void edit((stored) => withPart(stored, "data", ""))}>
          {words.admin.cover.remove}
        </Quiet>
      )}
    </Entries>
  );
}

/** The middle of a picture as a data URL. Undefined if the browser cannot open the picture. */
async function cropToSize(file: File): Promise<string | undefined> {
  const picture = await createImageBitmap(file).catch(() => undefined);
  if (picture === undefined) return undefined;
  const canvas = document.createElement("canvas");
  Object.assign(canvas, SIZE);
  const scale = Math.max(SIZE.width / picture.width, SIZE.height / picture.height);
  const [width, height] = [picture.width * scale, picture.height * scale];
  const context = canvas.getContext("2d");
  if (context === null) return undefined;
  // A JPEG has no transparency.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, SIZE.width, SIZE.height);
  const left = (SIZE.width - width) / 2;
  context.drawImage(picture, left, (SIZE.height - height) / 2, width, height);
  picture.close();
  return qualities
    .map((quality) => canvas.toDataURL("image/jpeg", quality))
    .find((url) => url.length * 0.75 <= MAX_BYTES);
}
