import { jobNames, jobOf } from "../types/poll-jobs";
import { adminWords } from "../words/admin";
import { JobIcon } from "./job-icon";

/** The jobs for which people make polls; `sells`: also those that take money, which not every service does. */
export const JobTiles = ({
  page,
  sells,
}: {
  /** That of new polls. */
  readonly page: string;
  readonly sells: boolean | undefined;
}) => (
  <ul class="tiles">
    {jobNames.map((name) => {
      if (jobOf(name).sells && !sells) return null;
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
