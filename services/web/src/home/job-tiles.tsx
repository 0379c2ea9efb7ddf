import { jobNames } from "../types/poll-jobs";
import { adminWords } from "../words/admin";
import { JobIcon } from "./job-icon";

/** The jobs for which people make polls. `page`: that of new polls. */
export const JobTiles = ({ page }: { readonly page: string }) => (
  <ul class="tiles">
    {jobNames.map((name) => {
      const [title, text] = adminWords.words().build.jobs[name];
      return (
        <li key={name}>
          <a class="tile" href={`${page}#${name}`}>
            <JobIcon name={name} />
            <span>
              <strong>{title}</strong>
              <span class="fine">{text}</span>
            </span>
          </a>
        </li>
      );
    })}
  </ul>
);
