// A client made of the document by openapi-typescript and openapi-fetch plays Bakong and Mékong to the end:
// one request for each decision, one for each wait.
import createClient from "openapi-fetch";
import type { components, paths } from "./contract";

type Schemas = components["schemas"];
declare const process: { argv: string[] };

interface Choices<Action> {
  status: Schemas["GameStatus"];
  actions: Action[];
}

interface Table<Action> {
  create(): Promise<Answer<{ id: string; seats: { token?: string | null }[]; next: Choices<Action> | null }>>;
  choices(id: string, token: string): Promise<Answer<Choices<Action>>>;
  /** A job instead of what happened comes only with `Prefer: respond-async`. */
  act(id: string, token: string, action: Action): Promise<Answer<{ next: Choices<Action> | null } | { kind: "act" }>>;
  result(id: string): Promise<Answer<{ result: Schemas["Result"] | null }>>;
}

interface Answer<Data> {
  data?: Data;
  error?: { title: string; detail?: string };
}

const api = createClient<paths>({ baseUrl: process.argv[2] ?? "http://localhost:8000" });
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const wait = { Prefer: "wait=20" };

const bakong: Table<Schemas["BakongAction"]> = {
  create: () => api.POST("/v1/bakong/games", { body: { seats: 2 } }),
  choices: (id, token) => api.GET("/v1/bakong/games/{id}/actions", { params: { path: { id }, header: wait }, headers: bearer(token) }),
  act: (id, token, body) => api.POST("/v1/bakong/games/{id}/actions", { params: { path: { id } }, headers: bearer(token), body }),
  result: (id) => api.GET("/v1/bakong/games/{id}", { params: { path: { id } } }),
};

const mekong: Table<Schemas["MekongAction"]> = {
  create: () => api.POST("/v1/mekong/games", { body: { seats: 2 } }),
  choices: (id, token) => api.GET("/v1/mekong/games/{id}/actions", { params: { path: { id }, header: wait }, headers: bearer(token) }),
  act: (id, token, body) => api.POST("/v1/mekong/games/{id}/actions", { params: { path: { id } }, headers: bearer(token), body }),
  result: (id) => api.GET("/v1/mekong/games/{id}", { params: { path: { id } } }),
};

async function answered<Data>(asked: Promise<Answer<Data>>): Promise<Data> {
  const { data, error } = await asked;
  if (data === undefined) throw new Error(error?.detail ?? error?.title ?? "no answer");
  return data;
}

/** Play seat 0 by chance. */
async function play<Action>(slug: string, table: Table<Action>): Promise<void> {
  const created = await answered(table.create());
  const token = created.seats[0]?.token ?? "";
  let acts = 0;
  for (let choices = created.next; choices?.status !== "finished"; ) {
    choices ??= await answered(table.choices(created.id, token));
    const action = choices.actions[Math.floor(Math.random() * choices.actions.length)];
    if (action === undefined) {
      if (choices.status === "aborted") throw new Error("the game was called off");
      if (choices.status !== "finished") choices = null; // the wait has ended before the other seat was ready
      continue;
    }
    const acted = await answered(table.act(created.id, token, action));
    choices = "next" in acted ? acted.next : null;
    acts += 1;
  }
  const { result } = await answered(table.result(created.id));
  console.log(JSON.stringify({ slug, id: created.id, acts, ranking: result?.ranking }));
}

await Promise.all([play("bakong", bakong), play("mekong", mekong)]);
