import { Camera, Upload } from "virtual:icons";
import type { ComponentChildren } from "preact";
import { Icon } from "../show/icon";

/** A large button that opens the files or the camera of the device. Its input fills it, so that it takes dropped files. */
export const FilePick = ({
  onFiles,
  capture,
  children,
  ...input
}: {
  readonly onFiles: (files: readonly File[]) => void;
  /** Whether it opens the camera. */
  readonly capture?: boolean;
  /** As in `<input accept>`. */
  readonly accept?: string;
  readonly multiple?: boolean;
  readonly disabled?: boolean;
  readonly "aria-describedby"?: string | undefined;
  readonly children: ComponentChildren;
}) => (
  <label class={capture ? "file-pick camera" : "file-pick"}>
    <Icon of={capture ? Camera : Upload} />
    <span>{children}</span>
    <input
      type="file"
      {...(capture && { capture: "environment" })}
      {...input}
      onChange={({ currentTarget }) => {
        onFiles([...(currentTarget.files ?? [])]);
        // The same file can be chosen again.
        currentTarget.value = "";
      }}
    />
  </label>
);
