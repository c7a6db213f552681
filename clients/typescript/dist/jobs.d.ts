/** Odds, simulations and matches: workers find them out, the client waits. */
import { type Http } from "./http.js";
import type { Schemas } from "./types.js";
export type Job = Schemas["OddsJob"] | Schemas["SimulationJob"] | Schemas["MatchJob"];
export interface Waiting {
    /** Called with 0 to 1 as the work goes on. */
    onProgress?: (progress: number) => void;
    /** Calls the work off. */
    signal?: AbortSignal;
}
/** Wait for the result of a job. */
export declare function result<T>(http: Http, job: Job, { onProgress, signal }?: Waiting): Promise<T>;
