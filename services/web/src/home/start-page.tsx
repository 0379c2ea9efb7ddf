import { Fragment } from "preact";
import { newPollPath } from "../poll/addresses";
import { ownPath } from "../session/own-path";
import type { HomePageProps } from "./home-data";
import { JobTiles } from "./job-tiles";
import { TryPoll } from "./try-poll";

/** The start page: what this is, a poll to try, and what one can make. */
export function StartPage({ context, data }: HomePageProps) {
  const { start } = context.words;
  const newPoll = newPollPath();
  return (
    <main>
      <div class="hero">
        <div>
          <h1>{data.heading}</h1>
          <p>{data.description}</p>
          <a class="button" href={newPoll}>
            {start.newPoll}
          </a>
        </div>
        <TryPoll />
      </div>
      <h2>{start.types}</h2>
      <JobTiles page={newPoll} sells={data.sells} />
      <p class="fine">
        <a href={ownPath("/docs")}>{start.docs}</a>
        {data.inbox !== undefined && (
          <>
            {" · "}
            <a href={data.inbox}>{start.inbox}</a>
          </>
        )}
      </p>
      {data.demos.length > 0 && (
        <p class="fine">
          {start.demos}{" "}
          {data.demos.map(({ path, title }, at) => (
            <Fragment key={path}>
              {at > 0 && " · "}
              <a href={path}>{title}</a>
            </Fragment>
          ))}
        </p>
      )}
    </main>
  );
}
