import type { Visit } from "../session/visit";
import { pollPath, resultsPath } from "./addresses";
import { Frame } from "./frame";

/** The page behind an admin's link: what the poll is, and where to go on. */
export function AdminPage({ visit }: { readonly visit: Visit }) {
  const { data, words, pollId } = visit;
  const { poll, option } = data;
  const facts: readonly (readonly [string, string])[] = [
    [words.admin.status, poll.status === "closed" ? words.admin.closed : words.admin.active],
    [words.admin.type, poll.type.replace("Polls::", "")],
    [words.admin.options, String(poll.options_count)],
    [words.admin.participants, String(poll.voters_count)],
  ];
  return (
    <Frame visit={visit}>
      <p class="of">{words.admin.title}</p>
      <h1>{poll.title}</h1>
      {option !== undefined && <h2>{option.content}</h2>}
      {poll.description !== undefined && <p class="text">{poll.description}</p>}
      <dl>
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        {words.admin.share}:{" "}
        <a href={option?.public_url ?? pollPath(poll.member_hash)}>
          {option?.public_url ?? poll.public_url}
        </a>
      </p>
      <p>
        <a href={resultsPath(poll.member_hash)}>{words.poll.results}</a>
      </p>
      <p class="notice">{words.admin.text}</p>
      <p>
        {words.admin.hash}: <code>{pollId}</code>
      </p>
      <p>
        <a href="/docs">{words.admin.docs}</a>
      </p>
    </Frame>
  );
}
