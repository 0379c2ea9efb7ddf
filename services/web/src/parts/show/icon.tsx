/** A sign beside a text that says the same. */
export const Icon = ({ of, full = false }: { readonly of: string; readonly full?: boolean }) => (
  <svg
    class={full ? "icon full" : "icon"}
    viewBox="0 0 24 24"
    aria-hidden="true"
    dangerouslySetInnerHTML={{ __html: of }}
  />
);
