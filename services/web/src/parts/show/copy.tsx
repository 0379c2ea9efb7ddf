import { useId } from "preact/hooks";
import { adminWords } from "../../words/admin";
import { Quiet } from "./button";
import { useCopy } from "./use-copy";

interface Props {
  readonly label: string;
  readonly text: string;
  readonly rows?: number;
}

export function Copy({ label, text, rows }: Props) {
  const { share } = adminWords.words();
  const id = useId();
  const { field, copied, copy } = useCopy(text);

  return (
    <div class="entry">
      <label for={id}>{label}</label>
      <div class="row">
        {rows === undefined ? (
          <input id={id} ref={field} type="text" readOnly value={text} />
        ) : (
          <textarea id={id} ref={field} rows={rows} readOnly value={text} />
        )}
        <Quiet aria-label={`${share.copy}: ${label}`} onClick={() => void copy()}>
          {share.copy}
        </Quiet>
      </div>
      <span class="fine" role="status">
        {copied.value && share.copied}
      </span>
    </div>
  );
}
