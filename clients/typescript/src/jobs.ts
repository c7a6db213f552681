/** Odds, simulations and matches: workers find them out, the client waits. */
import { sleep, type Http } from "./http.js";
import { Refused } from "./refused.js";
import type { Schemas } from "./types.js";

export type Job = Schemas["OddsJob"] | Schemas["SimulationJob"] | Schemas["MatchJob"];

export interface Waiting {
  /** Called with 0 to 1 as the work goes on. */
  onProgress?: (progress: number) => void;
  /** Calls the work off. */
  signal?: AbortSignal;
}

/** Wait for the result of a job. */
export async function result<T>(http: Http, job: Job, { onProgress, signal }: Waiting = {}): Promise<T> {
  const path = `/v1/jobs/${job.id}`;
  const cancel = () => void http.ask(path, { method: "DELETE" }).catch(() => undefined);
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    for (;;) {
      onProgress?.(job.progress);
      if (job.status === "done") return job.result as T;
      if (job.status === "failed" || job.status === "cancelled") throw new Refused(job.problem ?? { title: `The job is ${job.status}.` });
      await sleep(50, signal);
      job = await http.json<Job>(path, { wait: 20, ...(signal ? { signal } : {}) });
    }
  } finally {
    signal?.removeEventListener("abort", cancel);
  }
}
