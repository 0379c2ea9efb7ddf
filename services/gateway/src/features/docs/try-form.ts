import type { BaseUrl } from "@polls/config";
import { type Html, html } from "@polls/markup";
import type { ListedOperation, Parameter } from "./operations";

/**
 * Renders the form that sends a request to this service. Its fields have no names, so the browser
 * cannot put them into a URL.
 */
export function renderTryForm(
  { method, path, operationId, needsToken, parameters, bodies }: ListedOperation,
  baseUrl: BaseUrl,
): Html {
  const [example] = Object.values(bodies["application/json"]?.examples ?? {});
  // The script sends the encoded header itself if the value needs it.
  const fields = parameters.filter(({ name }) => !name.endsWith("-ENCODED"));
  const [required, others] = [true, false].map((wanted) =>
    fields.filter((field) => field.required === wanted),
  );
  return html`<details class="try needs-script"><summary>Try it</summary>
<form data-method="${method.toUpperCase()}" data-path="${baseUrl.prefix + path}" autocomplete="off" aria-label="Try ${operationId}">
${needsToken ? tokenField : undefined}${required?.map(field)}${
  (others?.length ?? 0) === 0
    ? undefined
    : html`<details><summary>Further parameters</summary>${others?.map(field)}</details>`
}
${
  bodies["application/json"] === undefined
    ? undefined
    : html`<label>Body <small>JSON</small><textarea data-in="body" rows="8" spellcheck="false">${JSON.stringify(example?.value ?? {}, undefined, 2)}</textarea></label>`
}<p><button>Send ${method.toUpperCase()}</button> <button type="button" class="stop" hidden>Stop</button></p>
<div class="answer" role="status"></div>
</form></details>`;
}

const tokenField = html`<label>Token <small>forgotten when you leave this page</small><input class="secret" data-in="token" data-shared="token" autocomplete="off" autocapitalize="off" spellcheck="false"></label>
`;

const field = ({ name, in: where, required }: Parameter): Html =>
  html`<label><code>${name}</code> <small>${where}</small><input data-in="${where}" data-name="${name}" data-shared="${name}" autocomplete="off" autocapitalize="off" spellcheck="false"${required ? html` required` : undefined}></label>
`;
