import { Stack, Text, Title } from "@mantine/core";

import type { SystemFacts } from "@/api/types";
import { formatCount } from "@/lib/numbers";

import { Facts } from "./Facts";
import { Panel } from "./Panel";

type Model = NonNullable<SystemFacts["reranker"]>;

const origins: Record<string, string> = {
  path: "a folder of yours",
  package: "an installed Python package",
  cache: "the Hugging Face cache on this machine",
  hub: "the Hugging Face hub",
};

/** The models in use, and where their files came from. */
export function ModelsPanel({ system }: { system: SystemFacts }) {
  const { embedder, reranker, embedding_space: space } = system;
  return (
    <Panel title="Models" topic="models">
      <Stack gap={4}>
        <Title order={3}>Embedder</Title>
        <Facts
          facts={[
            ...describeModel(embedder),
            ["vectors", `${formatCount(embedder.dimensions)} numbers`],
            ["window", `${formatCount(embedder.window_tokens)} tokens shape one vector`],
            [
              "corpus",
              space === null ? (
                "nothing is embedded yet"
              ) : (
                <>
                  embedded with <span className="mono">{space.model}</span>,{" "}
                  {formatCount(space.dimensions)} numbers
                </>
              ),
            ],
          ]}
        />
      </Stack>
      <Stack gap={4}>
        <Title order={3}>Reranker</Title>
        {reranker ? (
          <Facts facts={describeModel(reranker)} />
        ) : (
          <Text fz="sm" c="var(--studio-warn)">
            None is loaded: searches rank by fusion alone and cannot abstain.
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

function describeModel({ name, revision, origin, location }: Model) {
  return [
    [
      "model",
      <span key="name" className="mono">
        {name}
      </span>,
    ],
    [
      "revision",
      <span key="revision" className="mono">
        {revision || "–"}
      </span>,
    ],
    [
      "files from",
      <>
        {origins[origin] ?? origin} <span className="mono">({location})</span>
      </>,
    ],
  ] as const;
}
