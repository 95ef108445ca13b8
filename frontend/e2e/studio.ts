import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

import { expect } from "@playwright/test";

const COMMAND =
  process.env.RAGSTUDIO ?? path.resolve(import.meta.dirname, "../../.venv/bin/ragstudio");
const START_MS = 120_000;
const STOP_MS = 20_000;
const INGEST_MS = 180_000;
/** What of the environment the server sees: its own settings must not be a developer's. */
const PASSED_ON = ["PATH", "HOME", "LANG", "TMPDIR"];

/** Two questions the samples answer and two they do not, which leaving one out needs at least. */
const CALIBRATION_QUESTIONS = {
  name: "few-questions",
  groups: ["policies"],
  cases: [
    {
      id: "answerable-leave",
      question: "How many days of annual leave does a full-time employee get?",
      answerable: true,
      expected_sources: [
        {
          filename: "annual-leave-policy-2026.md",
          group: "policies",
          facts: [["25 working days"]],
        },
      ],
    },
    {
      id: "answerable-home-office",
      question: "How high is the one-time home-office allowance?",
      answerable: true,
      expected_sources: [
        {
          filename: "remote-and-hybrid-work-policy.md",
          group: "policies",
          facts: [["home-office allowance", "EUR 350"]],
        },
      ],
    },
    { id: "unanswerable-football", question: "Who won the 1998 world cup?", answerable: false },
    { id: "unanswerable-pets", question: "May I bring my dog to work?", answerable: false },
  ],
};

interface StudioDocument {
  id: string;
  filename: string;
  status: string;
}

/** A file as a person's computer would send it; the name may be one no file system allows. */
export interface SentFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** The real server in a data directory of its own. */
export class Studio {
  private process: ChildProcess | null = null;
  private output = "";

  private constructor(
    private readonly directory: string,
    private readonly port: number,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  static async begin(): Promise<Studio> {
    const directory = await mkdtemp(path.join(tmpdir(), "studio-e2e-"));
    const studio = new Studio(directory, await findFreePort());
    await studio.start();
    return studio;
  }

  /** Start the server and wait until it says that it is ready. */
  async start(): Promise<void> {
    const passed = PASSED_ON.flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]] as const],
    );
    const child = spawn(COMMAND, ["serve"], {
      // A directory without an `.env`.
      cwd: this.directory,
      env: {
        ...Object.fromEntries(passed),
        DATA_DIR: path.join(this.directory, "data"),
        HOST: "127.0.0.1",
        PORT: String(this.port),
        HF_HUB_OFFLINE: "1",
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.process = child;
    this.output = "";
    const keep = (piece: Buffer) => {
      this.output = (this.output + piece.toString()).slice(-20_000);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    await expect
      .poll(
        () => {
          if (child.exitCode !== null) throw new Error(`The server ended:\n${this.output}`);
          return this.isReady();
        },
        { message: "the server becomes ready", timeout: START_MS, intervals: [250] },
      )
      .toBe(true);
  }

  /** End the server at once, as a power cut would. */
  async kill(): Promise<void> {
    await this.end("SIGKILL");
  }

  /** End the server and remove its data. */
  async finish(): Promise<void> {
    await this.end("SIGTERM");
    await rm(this.directory, { recursive: true, force: true, maxRetries: 5 });
  }

  /** The sample documents are there and ready. */
  async loadSamples(): Promise<void> {
    await this.call("POST", "/api/samples");
    await this.settle();
  }

  /** There is a finished evaluation run; one of the smaller suite is made if there is none. */
  async ensureRun(): Promise<void> {
    const runs = () => this.call<{ items: { status: string }[] }>("GET", "/api/evaluations/runs");
    const isFinished = async () => (await runs()).items.some(({ status }) => status === "finished");
    if (await isFinished()) return;
    const { items } = await this.call<{ items: { name: string }[] }>(
      "GET",
      "/api/evaluations/suites",
    );
    const body = JSON.stringify({ suites: [items[0]!.name], modes: ["vector"] });
    await this.call("POST", "/api/evaluations/runs", body);
    await expect
      .poll(isFinished, { message: "the run finishes", timeout: INGEST_MS, intervals: [500] })
      .toBe(true);
  }

  /** The reranker is calibrated, on as few questions as make a curve. */
  async ensureCalibration(): Promise<void> {
    const state = () => this.call<{ report: unknown }>("GET", "/api/calibration");
    const isMeasured = async () => (await state()).report !== null;
    if (await isMeasured()) return;
    const body = JSON.stringify({ questions: CALIBRATION_QUESTIONS });
    await this.call("POST", "/api/calibration/runs", body);
    await expect
      .poll(isMeasured, { message: "the calibration finishes", timeout: INGEST_MS })
      .toBe(true);
  }

  /** Every document is gone. */
  async empty(): Promise<void> {
    for (const { id } of await this.list()) await this.call("DELETE", `/api/documents/${id}`);
  }

  /** Take in a file without the browser; returns its record, which is not ready yet. */
  async send(file: SentFile, group = "default"): Promise<StudioDocument> {
    const body = new FormData();
    body.append("files", new File([new Uint8Array(file.buffer)], file.name));
    body.append("group", group);
    const { items } = await this.call<{ items: StudioDocument[] }>("POST", "/api/documents", body);
    return items[0]!;
  }

  /** Wait until nothing is being worked on. */
  async settle(): Promise<void> {
    await expect
      .poll(
        async () =>
          (await this.list()).filter(({ status }) => !["ready", "failed"].includes(status)).length,
        { message: "every document is ready or failed", timeout: INGEST_MS, intervals: [500] },
      )
      .toBe(0);
  }

  async find(filename: string): Promise<StudioDocument> {
    const found = (await this.list()).find((document) => document.filename === filename);
    if (!found) throw new Error(`No document is called ${filename}`);
    return found;
  }

  async list(): Promise<StudioDocument[]> {
    const page = await this.call<{ items: StudioDocument[] }>("GET", "/api/documents?limit=500");
    return page.items;
  }

  private async isReady(): Promise<boolean> {
    try {
      return (await this.call<{ ready: boolean }>("GET", "/api/health")).ready;
    } catch {
      return false;
    }
  }

  private async call<Answer>(
    method: string,
    where: string,
    body?: FormData | string,
  ): Promise<Answer> {
    const headers = typeof body === "string" ? { "Content-Type": "application/json" } : undefined;
    const answer = await fetch(`${this.url}${where}`, { method, body, headers });
    if (!answer.ok) throw new Error(`${method} ${where}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.process;
    this.process = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    const overdue = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
    await ended;
    clearTimeout(overdue);
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no free port");
  server.close();
  await once(server, "close");
  return address.port;
}
